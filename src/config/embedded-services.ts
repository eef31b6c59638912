import { z } from 'zod'
import { onOrOff, optionalSetting, parseList } from './schema-parts.ts'

/** Production uses one of these only if `ALLOW_SANDBOX` names it. */
export const embeddedServices = ['database', 'payments', 'images', 'mail'] as const

export const EmbeddedServiceSettings = z.object({
  DEMO_HISTORY: onOrOff,
  ALLOW_SANDBOX: optionalSetting(
    z
      .string()
      .transform(parseList)
      .pipe(z.array(z.enum(embeddedServices, `may name only ${embeddedServices.join(', ')}`))),
  ),
})
