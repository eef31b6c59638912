import { sql } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { accounts, reviews as reviewTable, tools as toolTable } from '#db/tables.ts'
import { people } from './people.ts'
import { reviews } from './reviews.ts'
import { tools } from './tools.ts'

/** Fills an empty shop with the demo catalogue, reviews and accounts; `signUp` makes each person at the identity provider. */
export async function seed(db: Db, signUp: (person: (typeof people)[number]) => Promise<void>): Promise<void> {
  const { rows } = await db.execute<{ empty: boolean }>(sql`select not exists (select 1 from ${accounts}) as empty`)
  if (!rows[0]?.empty) return
  for (const person of people) await signUp(person)
  await db.transaction(async tx => {
    const newestLast = tools.map(tool => ({ ...tool, image: `/images/${tool.image}-800.webp` })).reverse()
    await tx.insert(toolTable).values(newestLast)
    await tx
      .insert(reviewTable)
      .values(reviews.map(({ avatar, ...review }) => ({ ...review, img: `/images/avatars/${avatar}.svg` })))
    await tx
      .insert(accounts)
      .values(people.map(({ email, name, role }) => ({ email, name, role, emailVerified: true })))
  })
}
