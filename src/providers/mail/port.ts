interface Message {
  to: string
  subject: string
  body: string
}

export interface Mail {
  send: (message: Message) => Promise<void>
}
