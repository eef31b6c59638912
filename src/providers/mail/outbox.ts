import { desc } from 'drizzle-orm'
import { html } from 'hono/html'
import type { Db } from '#db/pglite.ts'
import { outbox } from '#db/tables.ts'
import { renderDevPage } from '#dev/dev-page.ts'
import type { Mail } from './port.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
article { border-top: 1px solid #8888; padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
p { white-space: pre-wrap; overflow-wrap: anywhere; }
`

/** Mail that stays in the database, for a shop without a mail server. */
export function outboxMail(db: Db): Mail {
  return {
    async send({ to, subject, body }) {
      await db.insert(outbox).values({ recipient: to, subject, body })
    },
  }
}

/** The newest hundred mails of the outbox as a page, links clickable. */
export async function outboxPage(db: Db): Promise<Response> {
  const mails = await db.select().from(outbox).orderBy(desc(outbox.id)).limit(100)
  const body = html`<p>${mails.length === 0 ? 'No mail yet.' : 'Mails that a mail server would have sent, newest first.'}</p>
    ${mails.map(
      mail => html`<article>
        <h2>${mail.subject}</h2>
        <small>To ${mail.recipient}, ${mail.createdAt.toISOString()}</small>
        <p>${linked(mail.body)}</p>
      </article>`,
    )}`
  return renderDevPage('Outbox', style, body)
}

function linked(body: string) {
  return body
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}
