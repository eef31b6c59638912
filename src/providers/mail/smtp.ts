import { createTransport } from 'nodemailer'
import type { MailTransport } from './port.ts'

interface SmtpOptions {
  url: string
  from: string
  requireTls: boolean
}

/** In milliseconds. An attempt ends after the sum of them at the latest. */
export const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export function createSmtpTransport({ url, from, requireTls }: SmtpOptions, getStoreName: () => string): MailTransport {
  const server = createTransport({
    url,
    requireTLS: requireTls,
    ...smtpTimeouts,
  })
  const domain = from.split('@')[1]
  return {
    async deliver(id, { to, subject, body }) {
      await server.sendMail({
        messageId: `<${id}@${domain}>`,
        from: { name: getStoreName(), address: from },
        // An object is one address, whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text: body,
      })
    },
    close: () => server.close(),
  }
}
