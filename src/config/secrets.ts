import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { optionalSetting, parseList } from './schema-parts.ts'

const minSecretLength = 32
const tooShort = 'must be at least 32 characters, for example from: openssl rand -base64 32'

export const SecretSettings = z.object({
  SECRET: optionalSetting(z.string().min(minSecretLength, tooShort)),
  SECRET_BEFORE: optionalSetting(
    z
      .string()
      .transform(parseList)
      .pipe(z.array(z.string().min(minSecretLength, tooShort))),
  ),
})

/** The others only decrypt second factors, at the start. */
export type Secrets = readonly [current: string, ...before: string[]]

export function deriveSecrets(
  { SECRET, SECRET_BEFORE = [] }: z.output<typeof SecretSettings>,
  file: string,
): (purpose: string) => Secrets {
  const current = SECRET ?? readOrCreateSecret(file)
  const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return purpose => [derive(current, purpose), ...SECRET_BEFORE.map(secret => derive(secret, purpose))]
}

/** The rename keeps a crash from leaving half a secret. */
function readOrCreateSecret(file: string): string {
  const stored = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (stored.length >= minSecretLength) return stored
  const created = randomBytes(32).toString('base64url')
  writeFileSync(`${file}.new`, created, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return created
}
