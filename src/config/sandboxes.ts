import { z } from 'zod'
import { optionalSetting, parseList } from './schema-parts.ts'

/** The embedded services that production runs on only if `ALLOW_SANDBOX` names them. */
export const sandboxes = ['database', 'payments', 'images', 'mail'] as const

export const SandboxSettings = z.object({
  ALLOW_SANDBOX: optionalSetting(
    z
      .string()
      .transform(parseList)
      .pipe(z.array(z.enum(sandboxes, `may name only ${sandboxes.join(', ')}`))),
  ),
})
