export class IdentityError extends Error {}
