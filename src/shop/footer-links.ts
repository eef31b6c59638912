import { and, eq, isNotNull } from 'drizzle-orm'
import type { FooterLinks } from '#contract/footer-entries.ts'
import type { Db } from '#db/database.ts'
import { pages } from '#db/tables/content.ts'

export async function readFooterLinks(db: Db): Promise<FooterLinks> {
  const rows = await db
    .select({ entry: pages.footerEntry, slug: pages.slug })
    .from(pages)
    .where(and(eq(pages.published, true), isNotNull(pages.footerEntry)))
  return Object.fromEntries(rows.map(({ entry, slug }) => [entry, slug]))
}
