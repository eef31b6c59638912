/** A mail about an account, with a link to a page of the shop. */
interface AccountMail {
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
  to: string
  subject: string
  body: string
}

/** A mail server. */
export interface MailTransport {
  /** Rejects when the delivery failed and should be tried again. A repeated delivery has the same id. */
  deliver: (id: string, mail: Mail) => Promise<void>
  close: () => void
}
