/** What the identity provider said no to, in its own words. */
export class IdentityError extends Error {}
