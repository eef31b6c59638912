import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  url: string
  /** The outbox ids of the mails, in the order of their arrival, with repetitions. */
  received: string[]
  close: () => void
}

/** A mail server that accepts every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Without DNS, the look-up would delay each connection.
    disableReverseLookup: true,
    async onData(stream, _session, done) {
      // The mail of a killed process is incomplete.
      const text = await stream.toArray().then(
        chunks => Buffer.concat(chunks).toString(),
        () => undefined,
      )
      if (text) received.push(/^Message-ID: <([\da-f-]{36})@/im.exec(text)?.[1] ?? text)
      done()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  // The server greets each connection after 100 ms: a pool keeps one connection for all mails.
  return { url: `smtp://127.0.0.1:${port}?pool=true`, received, close: () => server.close() }
}
