import { z } from 'zod'
import { levels } from '#observe/log.ts'
import { blankIsUnset, hostName, optional, portNumber } from './setting.ts'

/** What an operator is told of the running shop, and where. */
export const OperatorSettings = z.object({
  LOG_LEVEL: optional(z.enum(levels, `must be one of ${levels.join(', ')}`)),
  SLOW_QUERY_MS: z.preprocess(
    value => blankIsUnset(value) ?? '200',
    z
      .string()
      .regex(/^\d{1,7}$/, 'must be a number of milliseconds')
      .transform(Number),
  ),
  METRICS_PORT: optional(portNumber),
  METRICS_HOST: z.preprocess(value => blankIsUnset(value) ?? '127.0.0.1', hostName),
})

/** Where the metrics are shown, if anywhere. */
export function metricsPlace({ METRICS_PORT: port, METRICS_HOST: host }: z.output<typeof OperatorSettings>) {
  return port === undefined ? undefined : { port, host }
}
