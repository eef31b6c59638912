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

/** One secret for a purpose from each that still counts, the newest first. */
export type Secrets = readonly [newest: string, ...older: string[]]

/** Secrets for each purpose: of `SECRET`, or else the one kept in the file, and of those before it. */
export function deriveSecrets(
  { SECRET, SECRET_BEFORE = [] }: z.output<typeof SecretSettings>,
  file: string,
): (purpose: string) => Secrets {
  const newest = SECRET ?? readOrCreateSecret(file)
  const derive = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url')
  return purpose => [derive(newest, purpose), ...SECRET_BEFORE.map(secret => derive(secret, purpose))]
}

/** The secret in the file; made at the first start, whole or not at all. */
function readOrCreateSecret(file: string): string {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (kept.length >= minSecretLength) return kept
  const made = randomBytes(32).toString('base64url')
  writeFileSync(`${file}.new`, made, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}
