/** A mail about an account, with a link to a page of the shop. */
export interface AccountMail {
  kind: 'verify_email' | 'reset_password'
  to: string
  name: string
  url: string
}

/** Queues mails; they are delivered after the surrounding transaction is committed. */
export interface MailQueue {
  send: (mail: AccountMail) => Promise<void>
}

export interface Mail {
  /** Identifies the mail, so that a repeated delivery is recognized. */
  id: string
  to: string
  subject: string
  body: string
}

/** A mail server. */
export interface MailTransport {
  /** Rejects when the delivery failed and should be tried again. */
  deliver: (mail: Mail) => Promise<void>
  close: () => void
}
