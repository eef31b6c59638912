import { createTransport } from 'nodemailer'
import type { MailTransport } from './port.ts'

interface SmtpOptions {
  url: string
  from: string
  requireTls: boolean
}

export function createSmtpTransport({ url, from, requireTls }: SmtpOptions, storeName: string): MailTransport {
  const server = createTransport({
    url,
    requireTLS: requireTls,
    // Together less than a claimed mail waits for its next try: see jobs/deliver-mail.ts.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = from.split('@')[1]
  return {
    async deliver(id, { to, subject, body }) {
      await server.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: storeName, address: from },
        // An object is one address, whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text: body,
      })
    },
    close: () => server.close(),
  }
}
