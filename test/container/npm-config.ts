import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'

const readSetting = async (name: string) => (await runCommand('npm', ['config', 'get', name])).trim()

/** Settings with paths of the machine. */
const pathSettings = /^(nodedir|prefix|cache|cafile|userconfig) *=/

/**
 * The secrets by which a build inside an image reaches npm's registry as this machine does: files by their ids in the
 * Dockerfile.
 */
export async function writeNpmSecrets(folder: string): Promise<Record<string, string>> {
  const userConfig = await readSetting('userconfig')
  const lines = existsSync(userConfig) ? readFileSync(userConfig, 'utf8').split('\n') : []
  const setting = await readSetting('cafile')
  const certificates = setting === 'null' ? process.env.NODE_EXTRA_CA_CERTS : setting
  const content = [
    ...lines.filter(line => !pathSettings.test(line)),
    `registry=${await readSetting('registry')}`,
    ...(certificates ? ['cafile=/run/secrets/certificates'] : []),
  ]
  const file = join(folder, 'npmrc')
  writeFileSync(file, `${content.join('\n')}\n`, { mode: 0o600 })
  return { npmrc: file, ...(certificates && { certificates }) }
}

export const readRegistryHost = async () => new URL(await readSetting('registry')).host
