/** A refusal by the identity provider, with its own message. */
export class IdentityError extends Error {}
