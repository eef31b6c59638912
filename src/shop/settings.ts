import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Pictures } from '#contract/appearance/appearance.ts'
import { refuse } from '#contract/refusals.ts'
import type { FooterLinks } from '#contract/schemas/footer-entries.ts'
import type { CurrentSettings, ShopSettings } from '#contract/shop-settings.ts'
import { noTimeZone } from '#contract/time-zones.ts'
import type { Db } from '#db/database.ts'
import { isInvalidParameter } from '#db/errors.ts'
import type { Notifications } from '#db/notifications.ts'
import { pages, shopSettings } from '#db/tables/content.ts'
import { jobs } from '#db/tables/operation.ts'
import type { Actor } from './accounts/actors.ts'
import { transactAs } from './accounts/transact-as.ts'
import { readPicturePaths } from './appearance.ts'
import { buildAuditEntry } from './audit-log.ts'
import { mergeChange, type Shown } from './merge-change.ts'
import { readPriceTerms } from './price-terms.ts'
import type { Shop } from './shop.ts'

export interface Settings {
  readonly current: CurrentSettings
  readonly defaults: ShopSettings
  readonly footerLinks: FooterLinks
  /** Published pages of the footer's last line. */
  readonly footerPages: readonly FooterPage[]
  readonly pictures: Pictures
  reload: () => Promise<void>
  subscribe: (listener: () => void) => void
  /** Ignores later notifications, and waits for a running load. Call it before the database is closed. */
  close: () => Promise<void>
}

interface FooterPage {
  slug: string
  title: string
}

interface SettingsSource {
  db: Db
  notifications: Pick<Notifications, 'subscribe'>
  defaults: ShopSettings
  onError: (error: unknown) => void
}

export async function openSettings({ db, notifications, defaults, onError }: SettingsSource): Promise<Settings> {
  const listeners = new Set<() => void>()
  let current: CurrentSettings = { ...defaults, ...(await readPriceTerms(db)) }
  let footerLinks: FooterLinks = {}
  let footerPages: readonly FooterPage[] = []
  let pictures: Pictures = {}
  let loading = Promise.resolve()
  let closed = false

  async function load(): Promise<void> {
    const [overrides, terms, links, paths] = await Promise.all([
      readOverrides(db),
      readPriceTerms(db),
      readFooterLinks(db),
      readPicturePaths(db),
    ])
    const next = { ...defaults, ...overrides, ...terms }
    footerPages = await readFooterPages(db, next.footerPages)
    current = next
    footerLinks = links
    pictures = paths
    for (const listener of listeners) listener()
  }

  /** Loads are serialized, so that the last one has the newest values. */
  function reload(): Promise<void> {
    const loaded = loading.then(load)
    loading = loaded.catch(() => {})
    return loaded
  }

  await reload()
  notifications.subscribe(tag => {
    if (tag === 'settings' && !closed) reload().catch(onError)
  })
  return {
    get current() {
      return current
    },
    get footerLinks() {
      return footerLinks
    },
    get footerPages() {
      return footerPages
    },
    get pictures() {
      return pictures
    },
    defaults,
    reload,
    subscribe: listener => void listeners.add(listener),
    async close() {
      closed = true
      await loading
    },
  }
}

async function readOverrides(db: Db): Promise<Partial<ShopSettings>> {
  const [row] = await db.select().from(shopSettings)
  return row?.overrides ?? {}
}

/** A field set to the environment's value follows the environment again. Refuses `edit_conflict` and `invalid_input`. */
export async function updateSettings(
  shop: Shop,
  admin: Actor,
  changes: Partial<ShopSettings>,
  shown?: Shown<ShopSettings>,
): Promise<void> {
  const { defaults, reload } = shop.settings
  if (changes.timeZone !== undefined && !(await isKnownTimeZone(shop.db, changes.timeZone)))
    refuse('invalid_input', [{ field: 'timeZone', message: noTimeZone }])
  await transactAs(shop, admin, async transaction => {
    const [row] = await transaction.select().from(shopSettings).for('update')
    const before = { ...defaults, ...row?.overrides }
    const after = { ...before, ...mergeChange(changes, before, shown) }
    const isOwn = ([name, value]: [string, unknown]) => !isDeepStrictEqual(value, defaults[name as keyof ShopSettings])
    const overrides = Object.entries(after).filter(isOwn)
    await transaction.execute(sql`
      with changed as (
        update ${shopSettings} set overrides = ${JSON.stringify(Object.fromEntries(overrides))}::jsonb
        returning id, 'Settings' as target, ${JSON.stringify(before)}::jsonb as before, ${JSON.stringify(after)}::jsonb as after
      ), ${buildAuditEntry(sql`changed`, admin, 'change_settings')}
      select 1`)
  })
  // Stored figures are of one time zone.
  if (changes.timeZone !== undefined)
    await shop.db.update(jobs).set({ dueAt: sql`now()` }).where(eq(jobs.name, 'roll up days'))
  await reload()
  await shop.notifications.publish('settings')
}

/** PostgreSQL may know other names than JavaScript. */
export async function isKnownTimeZone(db: Db, name: string): Promise<boolean> {
  try {
    await db.execute(sql`select now() at time zone ${name}`)
    return true
  } catch (error) {
    if (isInvalidParameter(error)) return false
    throw error
  }
}

export function getSeller(settings: ShopSettings) {
  return {
    name: settings.sellerName || settings.storeName,
    address: settings.sellerAddress || settings.contactAddress,
    contact: [settings.contactPhone, settings.contactEmail].filter(part => part !== '').join(', '),
    taxId: settings.sellerTaxId,
    bank: settings.sellerBank,
  }
}

async function readFooterLinks(db: Db): Promise<FooterLinks> {
  const rows = await db
    .select({ entry: pages.footerEntry, slug: pages.slug })
    .from(pages)
    .where(and(eq(pages.published, true), isNotNull(pages.footerEntry)))
  return Object.fromEntries(rows.map(({ entry, slug }) => [entry, slug]))
}

/** In the order of the slugs. */
async function readFooterPages(db: Db, slugs: readonly string[]): Promise<FooterPage[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .select({ slug: pages.slug, title: pages.title })
    .from(pages)
    .where(and(eq(pages.published, true), inArray(pages.slug, [...slugs])))
  return slugs.flatMap(slug => rows.find(row => row.slug === slug) ?? [])
}
