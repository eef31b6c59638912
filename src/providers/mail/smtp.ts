import { createTransport } from 'nodemailer'
import { MailRefused, type MailTransport } from './port.ts'

interface SmtpOptions {
  url: string
  from: string
  requireTls: boolean
}

/**
 * In milliseconds. `socketTimeout` is the longest silence: a server that is slow at each command can take longer than a try may, and gets the
 * mail twice (`jobs/deliver-mail.ts`).
 */
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
      try {
        await server.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: getStoreName(), address: from },
          // An object is one address, whatever characters it contains.
          to: { name: '', address: to },
          subject,
          text: body,
        })
      } catch (error) {
        throw isPermanentRefusal(error) ? new MailRefused('The server refuses this mail.', { cause: error }) : error
      }
    },
    close: () => server.close(),
  }
}

/** Whether it is one of SMTP's 5yz replies (RFC 5321, 4.2.1) about the mail itself. */
function isPermanentRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  // Replies below 540 concern the connection, the command or the shop's own login, which the operator can fix.
  return code >= 540 && code < 600
}
