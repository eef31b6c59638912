import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type PictureName, type Pictures, pictureNames } from '#contract/appearance/appearance.ts'
import { maxImageBytes } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import type { Db } from '#db/database.ts'
import { shopPictures } from '#db/tables/content.ts'
import { encodePicture } from '#providers/images/process-image.ts'
import type { Actor } from './accounts/actors.ts'
import { transactAs } from './accounts/transact-as.ts'
import { recordAction } from './audit-log.ts'
import { decodeInTurn } from './images.ts'
import type { Shop } from './shop.ts'

/** Pixels, twice those that are shown. Documents need PNG. */
const shapes = {
  logo: { width: 480, height: 160, format: 'png' },
  banner: { width: 2000, height: 1200, format: 'webp' },
} as const satisfies Record<PictureName, object>

/** Refuses `image_too_large`, `image_unreadable` and `image_too_detailed`. */
export async function setPicture(shop: Shop, admin: Actor, name: PictureName, file: Blob): Promise<void> {
  if (file.size > maxImageBytes) refuse('image_too_large')
  const bytes = await decodeInTurn(
    async () => encodePicture(new Uint8Array(await file.arrayBuffer()), shapes[name]),
    admin.account.id,
  )
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const values = { hash, base64: Buffer.from(bytes).toString('base64') }
  await changePictures(shop, admin, name, async db => {
    await db
      .insert(shopPictures)
      .values({ name, ...values })
      .onConflictDoUpdate({ target: shopPictures.name, set: values })
  })
}

export const removePicture = (shop: Shop, admin: Actor, name: PictureName): Promise<void> =>
  changePictures(shop, admin, name, async db => {
    await db.delete(shopPictures).where(eq(shopPictures.name, name))
  })

async function changePictures(shop: Shop, admin: Actor, name: PictureName, change: (db: Db) => Promise<void>) {
  await transactAs(shop, admin, async db => {
    await change(db)
    const id = crypto.randomUUID()
    await recordAction(db, admin, 'change_picture', { id, target: name, after: { image: name } })
  })
  await shop.settings.reload()
  await shop.notifications.publish('settings')
}

const buildPath = (name: PictureName, hash: string) => `/appearance/${name}-${hash}.${shapes[name].format}`

export async function readPicturePaths(db: Db): Promise<Pictures> {
  const rows = await db.select({ name: shopPictures.name, hash: shopPictures.hash }).from(shopPictures)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, buildPath(name, hash)]))
}

export interface StoredPicture {
  path: string
  bytes: Buffer
  mediaType: string
}

export async function readPicture(db: Db, name: PictureName): Promise<StoredPicture | undefined> {
  const [row] = await db.select().from(shopPictures).where(eq(shopPictures.name, name))
  const mediaType = `image/${shapes[name].format}`
  return row && { path: buildPath(name, row.hash), bytes: Buffer.from(row.base64, 'base64'), mediaType }
}

/** Reads pictures by the last part of their paths, and keeps those that are shown now: visitors ask for them again and again. */
export function createPictureReader({ db, settings }: Pick<Shop, 'db' | 'settings'>) {
  const kept = new Map<PictureName, StoredPicture>()
  return async (file: string): Promise<StoredPicture | undefined> => {
    const name = pictureNames.find(each => settings.pictures[each]?.endsWith(`/${file}`))
    const path = name && settings.pictures[name]
    if (!name || !path) return undefined
    const present = kept.get(name)
    if (present?.path === path) return present
    const picture = await readPicture(db, name)
    // Another process may have stored the next one already.
    if (picture?.path !== path) return undefined
    kept.set(name, picture)
    return picture
  }
}
