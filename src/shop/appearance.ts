import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type PictureName, type Pictures, pictureNames } from '#contract/appearance.ts'
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
  bytes: Buffer
  mediaType: string
}

export async function readPicture(db: Db, name: PictureName): Promise<StoredPicture | undefined> {
  const [row] = await db.select({ base64: shopPictures.base64 }).from(shopPictures).where(eq(shopPictures.name, name))
  return row && { bytes: Buffer.from(row.base64, 'base64'), mediaType: `image/${shapes[name].format}` }
}

/** By the last part of its path. */
export async function readPictureFile(db: Db, file: string): Promise<StoredPicture | undefined> {
  const name = pictureNames.find(each => file.startsWith(`${each}-`))
  if (!name) return undefined
  const [row] = await db.select().from(shopPictures).where(sql`name = ${name}`)
  return row && buildPath(name, row.hash).endsWith(`/${file}`) ? readPicture(db, name) : undefined
}
