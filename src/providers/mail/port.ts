interface LinkMail {
  kind: 'verify_email' | 'reset_password'
  to: string
  /** Only of a verified account: anybody may have chosen another one's. */
  name?: string
  url: string
}

/** To a verified address. */
interface SecurityMail {
  kind: 'second_factor_set' | 'second_factor_removed'
  to: string
  name: string
}

export type QueuedMail = LinkMail | SecurityMail

/** Call it outside of transactions: PGlite's one connection would wait for itself. A job delivers the mail later. */
export interface MailQueue {
  enqueue: (mail: QueuedMail) => Promise<void>
}

export interface Mail {
  to: string
  subject: string
  body: string
}

export interface MailTransport {
  /** Rejects when it should be retried, with the same id. */
  deliver: (id: string, mail: Mail) => Promise<void>
  close: () => void
}
