interface LinkMail {
  kind: 'verify_email' | 'reset_password'
  to: string
  /** Only for a verified account: anyone may have chosen the name of an unverified one. */
  name?: string
  url: string
}

/** Sent to verified addresses only. */
interface SecurityMail {
  kind: 'second_factor_set' | 'second_factor_removed'
  to: string
  name: string
}

export type QueuedMail = LinkMail | SecurityMail

/** Call it outside of transactions: PGlite's only connection would wait for itself. A job delivers the mail later. */
export interface MailQueue {
  enqueue: (mail: QueuedMail) => Promise<void>
}

export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  body: string
  /** The same as a page, which shows the logo as `cid:logo`. */
  html: string
  /** A PNG. */
  logo?: Buffer
}

export class MailRefused extends Error {}

export interface MailTransport {
  /** Rejects with `MailRefused` if this mail can't be delivered, else it is to be retried with the same id. */
  deliver: (id: string, mail: Mail) => Promise<void>
  close: () => void
}
