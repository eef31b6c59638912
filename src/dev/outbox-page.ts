import { desc } from 'drizzle-orm'
import { html } from 'hono/html'
import { outbox } from '#db/tables/mails.ts'
import { renderMail } from '#shop/mails/mails.ts'
import type { Shop } from '#shop/shop.ts'
import { renderDevPage } from './dev-page.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
article { border-top: 1px solid #8888; padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0; }
p { white-space: pre-wrap; overflow-wrap: anywhere; }
`

export async function renderOutboxPage(shop: Shop): Promise<Response> {
  const rows = await shop.db.select().from(outbox).orderBy(desc(outbox.id)).limit(100)
  const mails = await Promise.all(rows.map(async row => ({ row, mail: await renderMail(shop, row) })))
  const body = html`<p>${mails.length === 0 ? 'No mail yet.' : 'Mails that a mail server would have sent, newest first.'}</p>
    ${mails.map(
      ({ row, mail }) =>
        mail &&
        html`<article>
        <h2>${mail.subject}</h2>
        <small>To ${mail.to}, ${row.createdAt.toISOString()}</small>
        <p>${linkUrls(mail.body)}</p>
      </article>`,
    )}`
  return renderDevPage('Outbox', style, body)
}

function linkUrls(text: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))
}
