import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface Mailbox {
  url: string
  /** The ids of the outbox's mails that came, each as often as it came. */
  received: string[]
  close: () => void
}

/** A mail server that takes every mail. */
export async function openMailbox(): Promise<Mailbox> {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // A look-up for each mail would take longer than all the rest.
    disableReverseLookup: true,
    async onData(stream, _session, done) {
      // A mail whose sender is killed never comes whole.
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
  // The server greets each connection after 100 ms: a pool has the mails share one.
  return { url: `smtp://127.0.0.1:${port}?pool=true`, received, close: () => server.close() }
}
