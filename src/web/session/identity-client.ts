export interface Session {
  id: string
  userAgent: string
  startedAt: string
  renewedAt: string
  isCurrent: boolean
}

export interface SecondFactor {
  isOn: boolean
  /** Whether a code was accepted in this session. */
  isChecked: boolean
}

export interface NewSecondFactor {
  /** `otpauth:`, for an authenticator app. */
  uri: string
  recoveryCodes: string[]
}

interface PasswordTokenCheck {
  /** Whether `setPassword` takes the token. */
  isValid: boolean
  /** Whether `setPassword` claims and empties the account of an unverified email. */
  claims: boolean
}

/** The identity provider's browser client. Refusals reject with `IdentityError` and the provider's message. */
export interface IdentityClient {
  /** Also sends the mail that verifies the email. */
  signUp: (name: string, email: string, password: string) => Promise<void>
  /** True when the account has a second factor: a code has to follow. */
  signIn: (email: string, password: string) => Promise<boolean>
  /** Code of the authenticator app, or a recovery code: ends a sign-in or a set-up, or is on record for the session. */
  enterCode: (code: string) => Promise<void>
  /** Leaves the page; /signed-in then redirects to `from`. */
  signInWithGoogle: (from: string) => Promise<void>
  sendPasswordReset: (email: string) => Promise<void>
  /** Of the reset mail's link. */
  checkPasswordToken: (token: string) => Promise<PasswordTokenCheck>
  setPassword: (token: string, newPassword: string) => Promise<void>
  sendVerification: (email: string) => Promise<void>
  /** `token` comes from the verification mail's link. False in a browser without the account's session: nothing is verified. */
  confirmEmail: (token: string) => Promise<boolean>
  /** Resolves to a token for `setPassword`, which verifies the email and empties the account; undefined if it is verified. */
  claimAccount: (token: string) => Promise<string | undefined>
  /** Email of the account signed in at the provider. */
  findEmail: () => Promise<string | undefined>
  signOut: () => Promise<void>
  /** Newest first. */
  listSessions: () => Promise<Session[]>
  endSession: (id: string) => Promise<void>
  /** All but this browser's. */
  endOtherSessions: () => Promise<void>
  findSecondFactor: () => Promise<SecondFactor>
  /** It is on once a code is entered. Accounts without a password need none, here and below. */
  setUpSecondFactor: (password: string) => Promise<NewSecondFactor>
  renewRecoveryCodes: (password: string) => Promise<string[]>
  removeSecondFactor: (password: string) => Promise<void>
}
