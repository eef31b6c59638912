import { and, eq, gt, sql } from 'drizzle-orm'
import { maxImageBytes } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { toolImages, tools } from '#db/tables/catalogue.ts'
import { images, reviews } from '#db/tables/content.ts'
import { importRows } from '#db/tables/imports.ts'
import { returnImages } from '#db/tables/returns.ts'
import { processImage } from '#providers/images/process-image.ts'
import { lockAccounts } from '#shop/accounts/accounts.ts'
import type { Actor } from '#shop/accounts/actors.ts'
import { transactAs } from '#shop/accounts/transact-as.ts'
import { readPages } from './pagination.ts'
import { createQueue } from './queue.ts'
import { type RunOptions, runEach } from './run-each.ts'
import type { Shop } from './shop.ts'

/** Decoding takes up to 400 MB, and one of the four threads that also hash passwords. */
export const decodeInTurn = createQueue({ concurrency: 1 })

/** Refuses `image_too_large`, `image_unreadable`, `image_too_detailed`, `images_unavailable` and `account_not_found`. */
export async function addImage(shop: Shop, uploader: Actor, file: Blob): Promise<string> {
  if (file.size > maxImageBytes) refuse('image_too_large')
  const image = await decodeInTurn(
    async () => processImage(new Uint8Array(await file.arrayBuffer())),
    uploader.account.id,
  )
  // The row precedes the files: `deleteUnusedImages` may be deleting those of an equal image.
  const knownUrl = shop.images.buildUrl?.(image.name)
  if (knownUrl) await recordUpload(shop, uploader, knownUrl)
  const url = await shop.images.store(image)
  if (url !== knownUrl) await recordUpload(shop, uploader, url)
  return url
}

async function recordUpload(shop: Shop, uploader: Actor, url: string): Promise<void> {
  await transactAs(shop, uploader, async transaction => {
    await lockAccounts(transaction, uploader.account.id)
    await transaction
      .insert(images)
      .values({ url, uploadedBy: uploader.account.id })
      .onConflictDoUpdate({ target: images.url, set: { uploadedAt: sql`now()` } })
  })
}

/** Restarts the two days before its deletion. Refuses `image_unknown`. */
export async function reserveUploadedImage(shop: Pick<Shop, 'db'>, url: string): Promise<void> {
  const uploaded = shop.db.update(images).set({ uploadedAt: sql`now()` })
  const [row] = await uploaded.where(eq(images.url, url)).returning()
  if (!row) refuse('image_unknown')
}

/** Deletes images that are unused two days after their upload. Files on other hosts stay. */
export async function deleteUnusedImages(shop: Shop, options?: RunOptions): Promise<number> {
  const { list } = shop.images
  if (!shop.images.remove) return 0
  if (list) await recordFiles(shop, await list())
  return runEach(findUnusedImages(shop), url => deleteUnusedImage(shop, url), options)
}

const isUnused = sql`uploaded_at < now() - interval '2 days'
  and not exists (select from ${tools} where ${tools.image} = ${images.url})
  and not exists (select from ${toolImages} where ${toolImages.url} = ${images.url})
  and not exists (select from ${reviews} where ${reviews.img} = ${images.url})
  and not exists (select from ${importRows} where after ? 'image' and after ->> 'image' = ${images.url})
  and not exists (select from ${importRows} where before ? 'image' and before ->> 'image' = ${images.url})
  and not exists (select from ${returnImages} where ${returnImages.url} = ${images.url})`

async function* findUnusedImages({ db }: Shop): AsyncGenerator<string> {
  const unused = readPages<{ url: string }>(last =>
    db
      .select({ url: images.url })
      .from(images)
      .where(and(gt(images.url, last?.url ?? ''), isUnused))
      .orderBy(images.url)
      .limit(500),
  )
  for await (const { url } of unused) yield url
}

/** Returns false when the image is used or being uploaded. Its row is locked until the files are gone: see `addImage`. */
function deleteUnusedImage(shop: Shop, url: string): Promise<boolean> {
  return shop.db.transaction(async transaction => {
    const { rows } = await transaction.execute(sql`
      delete from ${images} where url = (
        select url from ${images} where url = ${url} and ${isUnused} for update skip locked
      ) returning url`)
    if (rows.length > 0 && shop.images.isOwnUrl(url)) await shop.images.remove?.(url)
    return rows.length > 0
  })
}

/** Files of a restored folder may have no row. */
async function recordFiles(shop: Shop, urls: readonly string[]): Promise<void> {
  for (let start = 0; start < urls.length; start += 1000) {
    const values = urls.slice(start, start + 1000).map(url => ({ url }))
    await shop.db.insert(images).values(values).onConflictDoNothing()
  }
}
