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

const inlineLogo = {
  filename: 'logo.png',
  cid: 'logo',
  contentType: 'image/png',
  contentDisposition: 'inline',
} as const

export function createSmtpTransport({ url, from, requireTls }: SmtpOptions, getStoreName: () => string): MailTransport {
  const server = createTransport({
    url,
    requireTLS: requireTls,
    ...smtpTimeouts,
  })
  const domain = from.split('@')[1]
  return {
    async deliver(id, { to, subject, body, html, logo }) {
      try {
        await server.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: getStoreName(), address: from },
          // An object is one address, whatever characters it contains.
          to: { name: '', address: to },
          subject,
          text: body,
          html,
          ...(logo && { attachments: [{ ...inlineLogo, content: logo }] }),
        })
      } catch (error) {
        throw isPermanentRefusal(error) ? new MailRefused('The server refuses this mail.', { cause: error }) : error
      }
    },
    close: () => server.close(),
  }
}

/** Whether it is one of SMTP's 5yz replies (RFC 5321, 4.2.1) to the recipient or the text, which will not change. */
function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false
  const code = Number(error.responseCode)
  // The operator can fix an order of commands that the server does not accept (503), and the shop's own login (53z).
  const isAboutMail = code >= 500 && code < 600 && code !== 503 && !(code >= 530 && code < 540)
  return isAboutMail && (error.command === 'RCPT TO' || error.command === 'DATA')
}
