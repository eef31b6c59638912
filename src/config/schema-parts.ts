import { z } from 'zod'

export const omitBlank = (value: unknown) => (value === '' ? undefined : value)

export const optionalSetting = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(omitBlank, schema.optional())

export const onOrOff = optionalSetting(z.enum(['on', 'off'], 'must be on or off'))

export const parseList = (value: string) => value.split(/[\s,]+/).filter(part => part !== '')

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine(port => port <= 65_535, 'must be a port number from 0 to 65535')

export const milliseconds = z
  .string()
  .regex(/^\d{1,7}$/, 'must be a number of milliseconds')
  .transform(Number)

export const hostName = z.string().regex(/^[\w.:-]+$/, 'must be an IP address or a host name')

export const toOrigin = (url: string) => new URL(url).origin

export function requireAllOrNone<Name extends string>(
  env: { [name in Name]?: unknown },
  names: readonly Name[],
): string[] {
  const missing = names.filter(name => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  return [`${names.join(' and ')} go together: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`]
}
