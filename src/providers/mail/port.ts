interface Message {
  to: string
  subject: string
  body: string
}

/** Where mails are put in; they are on their way once that is committed. */
export interface Mail {
  send: (message: Message) => Promise<void>
}

/** Takes a mail to the world; rejects when that failed and is worth another try. The same `id` is the same mail. */
export interface Transport {
  deliver: (message: Message & { id: string }) => Promise<void>
  close: () => void
}
