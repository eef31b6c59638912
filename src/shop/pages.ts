import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { maxPages } from '#contract/limits.ts'
import { refuse, refuseTaken } from '#contract/refusals.ts'
import type { FooterEntry } from '#contract/schemas/footer-entries.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { pages } from '#db/tables/content.ts'
import type { Actor } from './accounts/actors.ts'
import { transactAs } from './accounts/transact-as.ts'
import { buildAuditEntry } from './audit-log.ts'
import { mergeChange, type Shown } from './merge-change.ts'
import type { Shop } from './shop.ts'
import { toSortKey } from './text-match.ts'

export type Page = typeof pages.$inferSelect
export type ListedPage = Omit<Page, 'body'>
export type PageFields = Omit<Page, 'id' | 'changedAt'>

const { body: _, ...listedColumns } = getTableColumns(pages)
const byTitle = [toSortKey(pages.title), asc(pages.id)]

export function listPages({ db }: Shop): Promise<ListedPage[]> {
  return db
    .select(listedColumns)
    .from(pages)
    .where(eq(pages.published, true))
    .orderBy(...byTitle)
}

export function listAllPages({ db }: Shop): Promise<ListedPage[]> {
  return db
    .select(listedColumns)
    .from(pages)
    .orderBy(...byTitle)
}

/** Refuses `not_found`, also for a draft. */
export async function getPage({ db }: Shop, slug: string): Promise<Page> {
  const [page] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.slug, slug), eq(pages.published, true)))
  return page ?? refuse('not_found')
}

/** Refuses `not_found`. */
export async function getAnyPage({ db }: Shop, slug: string): Promise<Page> {
  const [page] = await db.select().from(pages).where(eq(pages.slug, slug))
  return page ?? refuse('not_found')
}

/** Refuses `taken` and `pages_full`. */
export async function addPage(shop: Shop, admin: Actor, fields: PageFields): Promise<void> {
  const { slug, title, body, footerEntry, published } = fields
  const statement = sql`
      with added as (
        insert into ${pages} (slug, title, body, footer_entry, published)
        select ${slug}, ${title}, ${body}, ${footerEntry}::text, ${published}::boolean
        where (select count(*) from ${pages}) < ${maxPages}
        returning id, title as target, '{}'::jsonb as before, ${describe('pages')} as after
      ), ${buildAuditEntry(sql`added`, admin, 'add_page')}
      select 1 from added`
  const { rows } = await transactAs(shop, admin, db => db.execute(statement)).catch(toRefusal)
  if (rows.length === 0) refuse('pages_full')
  await publishChange(shop, [footerEntry])
}

/** Refuses `not_found`, `edit_conflict` and `taken`. */
export async function updatePage(
  shop: Shop,
  admin: Actor,
  slug: string,
  change: PageFields,
  shown?: Shown<PageFields>,
): Promise<void> {
  const footerEntries = await transactAs(shop, admin, async transaction => {
    const [present] = await transaction.select().from(pages).where(eq(pages.slug, slug)).for('update')
    if (!present) refuse('not_found')
    const { title, body, footerEntry, published, ...fields } = mergeChange(change, present, shown)
    await transaction.execute(sql`
        with present as (
          select * from ${pages} where id = ${present.id}
        ), changed as (
          update ${pages} set slug = ${fields.slug}, title = ${title}, body = ${body}, footer_entry = ${footerEntry},
            published = ${published}, changed_at = now()
          from present where pages.id = present.id
          returning pages.id, present.title as target, ${describe('present')} as before, ${describe('pages')} as after
        ), ${buildAuditEntry(sql`changed`, admin, 'update_page')}
        select 1`)
    return [present.footerEntry, footerEntry]
  }).catch(toRefusal)
  await publishChange(shop, footerEntries)
}

export async function deletePage(shop: Shop, admin: Actor, slug: string): Promise<boolean> {
  const statement = sql`
    with deleted as (
      delete from ${pages} where slug = ${slug}
      returning id, footer_entry, title as target, ${describe('pages')} as before, '{}'::jsonb as after
    ), ${buildAuditEntry(sql`deleted`, admin, 'delete_page')}
    select footer_entry as "entryBefore" from deleted`
  const { rows } = await transactAs(shop, admin, db => db.execute<{ entryBefore: FooterEntry | null }>(statement))
  const [deleted] = rows
  if (deleted) await publishChange(shop, [deleted.entryBefore])
  return deleted !== undefined
}

/** The audit log keeps every text that visitors could read. */
function describe(row: 'pages' | 'present') {
  const column = (name: string) => sql`${sql.identifier(row)}.${sql.identifier(name)}`
  return sql`jsonb_build_object('title', ${column('title')}, 'slug', ${column('slug')}, 'body', ${column('body')},
    'footerEntry', ${column('footer_entry')}, 'published', ${column('published')})`
}

/** Every page has the footer: the tag `settings` drops all cached pages once a process has loaded the new links. */
async function publishChange(shop: Shop, footerEntries: readonly (FooterEntry | null)[]): Promise<void> {
  await shop.notifications.publish('pages')
  if (footerEntries.every(entry => entry === null)) return
  await shop.settings.reload()
  await shop.notifications.publish('settings')
}

function toRefusal(error: unknown): never {
  if (isUniqueViolation(error, 'pages_slug_key')) refuseTaken('slug', 'Another page has that address.')
  if (isUniqueViolation(error, 'pages_footer_entry_key'))
    refuseTaken('footerEntry', 'Another page is the target of that entry.')
  throw error
}
