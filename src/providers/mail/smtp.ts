import { createTransport } from 'nodemailer'
import type { MailTransport } from './port.ts'

export function createSmtpTransport(url: string, from: { name: string; address: string }): MailTransport {
  const server = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
  const domain = from.address.split('@')[1]
  return {
    async deliver(id, { to, subject, body }) {
      await server.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        // An object is one address, whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text: body,
      })
    },
    close: () => server.close(),
  }
}
