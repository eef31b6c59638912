import { chmodSync, copyFileSync, cpSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runCommand, succeeds } from './run-command.ts'

/** The uid and gid of `node` in the official image. */
const nodeUid = '1000'
const bootstrapDeadlineMs = 600_000

/** As in Debian's slim images; and the sources, which name the mirror. */
const leftOut = [
  'usr/share/doc/*',
  'usr/share/man/*',
  'usr/share/locale/*',
  'var/lib/apt/lists/*',
  'var/cache/*',
  'var/log/*',
  'etc/apt/sources.list',
  'dev/*',
]

/**
 * A tar file that takes the place of Node's official image where no registry is reached: Debian from the machine's own
 * mirror, Node's program from the npm package, and the machine's npm.
 */
export async function makeBaseImage(folder: string, codename: string): Promise<string> {
  if (process.getuid?.() !== 0 || !(await succeeds('debootstrap', ['--version'])))
    throw new Error('No registry has the base image. To make it here takes root and the package debootstrap.')
  const root = join(folder, 'base')
  const mirror = await findMirror(codename)
  await runCommand('debootstrap', ['--variant=minbase', codename, root, mirror], { deadlineMs: bootstrapDeadlineMs })
  await runCommand('groupadd', ['--root', root, '--gid', nodeUid, 'node'])
  await runCommand('useradd', ['--root', root, '--uid', nodeUid, '--gid', nodeUid, '--create-home', 'node'])
  copyFileSync(createRequire(import.meta.url).resolve('node/bin/node'), join(root, 'usr/local/bin/node'))
  chmodSync(join(root, 'usr/local/bin/node'), 0o755)
  const npm = join((await runCommand('npm', ['root', '--global'])).trim(), 'npm')
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  const tarFile = join(folder, 'base.tar')
  await runCommand('tar', ['-C', root, ...leftOut.map(path => `--exclude=./${path}`), '-cf', tarFile, '.'])
  return tarFile
}

async function findMirror(codename: string): Promise<string> {
  const format = '$(RELEASE) $(SITE)'
  const lines = await runCommand('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  const mirror = lines.split('\n').find(line => line.startsWith(`${codename} `))
  if (!mirror) throw new Error(`apt's sources have no ${codename}.`)
  return mirror.slice(codename.length + 1)
}
