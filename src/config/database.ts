import { z } from 'zod'
import { milliseconds, omitBlank, optionalSetting } from './schema-parts.ts'

const databaseUrl = optionalSetting(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a URL like postgres://user:password@host:5432/shop' }),
)

export const DatabaseSettings = z.object({
  DATA_DIR: z.preprocess(value => omitBlank(value) ?? './data', z.string()),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_READ_URL: databaseUrl,
  READ_LAG_MS: z.preprocess(
    value => omitBlank(value) ?? '2000',
    milliseconds.refine(lag => lag >= 100, 'must be at least 100'),
  ),
})
