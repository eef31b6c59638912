import { z } from 'zod'
import { hostName, milliseconds, omitBlank, optionalSetting, portNumber } from './schema-parts.ts'

const logLevels = ['error', 'info', 'debug'] as const
export type LogLevel = (typeof logLevels)[number]

export const ObservabilitySettings = z.object({
  LOG_LEVEL: optionalSetting(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`)),
  SLOW_QUERY_MS: z.preprocess(value => omitBlank(value) ?? '200', milliseconds),
  METRICS_PORT: optionalSetting(portNumber),
  METRICS_HOST: z.preprocess(value => omitBlank(value) ?? '127.0.0.1', hostName),
})

export function parseMetricsAddress({
  METRICS_PORT: port,
  METRICS_HOST: host,
}: z.output<typeof ObservabilitySettings>) {
  return port === undefined ? undefined : { port, host }
}
