import { z } from 'zod'
import { blankIsUnset, optional } from './setting.ts'

/** Where the shop keeps what it keeps. */
export const StorageSettings = z.object({
  DATA_DIR: z.preprocess(value => blankIsUnset(value) ?? './data', z.string()),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://user:password@host:5432/shop' }),
  ),
})
