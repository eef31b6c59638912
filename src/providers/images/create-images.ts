import type { Config } from '#config/config.ts'
import type { Log } from '#observability/logger.ts'
import { createFolderImages } from './folder.ts'
import { createImgbbImages } from './imgbb.ts'
import type { Images } from './port.ts'
import { createS3Images } from './s3.ts'

export function createImages({ s3, imgbb }: Config['images'], folder: string, log: Log): Images {
  if (s3) return createS3Images({ ...s3, log })
  return imgbb ? createImgbbImages({ ...imgbb, log }) : createFolderImages(folder)
}
