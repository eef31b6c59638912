import { z } from 'zod'
import { omitBlank, optionalSetting } from './schema-parts.ts'

const databaseUrl = optionalSetting(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a URL like postgres://user:password@host:5432/shop' }),
)

export const DatabaseSettings = z.object({
  DATA_DIR: z.preprocess(value => omitBlank(value) ?? './data', z.string()),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
})
