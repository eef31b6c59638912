import { join } from 'node:path'
import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '#config/config.ts'
import type { Db } from '#db/database.ts'
import type { Log } from '#observability/logger.ts'
import { createIdentity, readIdentityOptions } from './identity/better-auth.ts'
import type { EmptyAccount } from './identity/mailed-links.ts'
import { createFolderImages } from './images/folder.ts'
import { createImgbbImages } from './images/imgbb.ts'
import type { Images } from './images/port.ts'
import { createS3Images } from './images/s3.ts'
import { createOutboxQueue } from './mail/outbox.ts'
import { createSmtpTransport } from './mail/smtp.ts'
import { createPayments } from './payments/create-payments.ts'

interface ProviderDependencies {
  db: Db
  log: Log
  now: () => Date
  origins: readonly string[]
  getStoreName: () => string
  googleProvider: GenericOAuthConfig | undefined
  emptyAccount: EmptyAccount
}

export function createProviders(config: Config, dependencies: ProviderDependencies) {
  const { db, log, now, origins, getStoreName } = dependencies
  const { smtp } = config
  const mailQueue = createOutboxQueue(db)
  return {
    identity: createIdentity({ ...dependencies, ...readIdentityOptions(config, log), mailQueue }),
    ...createPayments(config, { db, now, origin: origins[0] ?? '' }),
    images: createImages(config.images, getImageFolder(config), log),
    transport: smtp && createSmtpTransport(smtp, getStoreName),
  }
}

export const getImageFolder = ({ dataDir }: Config) => join(dataDir, 'images')

function createImages({ s3, imgbb }: Config['images'], folder: string, log: Log): Images {
  if (s3) return createS3Images({ ...s3, log })
  return imgbb ? createImgbbImages({ ...imgbb, log }) : createFolderImages(folder)
}
