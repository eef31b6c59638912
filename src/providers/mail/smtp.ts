import { createTransport } from 'nodemailer'
import type { Transport } from './port.ts'

/** A mail server by its address, such as smtps://user:password@mail.example; mails come from `from`. */
export function createSmtpTransport(url: string, from: { name: string; address: string }): Transport {
  const server = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 })
  const domain = from.address.split('@')[1]
  return {
    async deliver({ id, to, subject, body }) {
      // As an object, an address is one address whatever it holds.
      await server.sendMail({
        messageId: `<${id}@${domain}>`,
        from,
        to: { name: '', address: to },
        subject,
        text: body,
      })
    },
    close: () => server.close(),
  }
}
