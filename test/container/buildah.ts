import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withDeadline } from '#test/wait-until.ts'
import { type Container, type Engine, type RunOptions, toSecretArguments } from './engine.ts'
import { collectOutput, runCommand, succeeds } from './run-command.ts'

const buildDeadlineMs = 900_000
const stopDeadlineMs = 30_000

interface ImageConfig {
  User?: string
  Env: string[]
  Cmd: string[]
  WorkingDir: string
  Healthcheck: { Test: string[] }
}

interface Inspection {
  Docker: { config: ImageConfig }
}

/**
 * Buildah without a container runtime, as on machines that are containers themselves: it needs root. Images run in a
 * mount namespace of their own by chroot, with the machine's network and processes.
 */
export function openBuildah(folder: string): Engine {
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const run = async (args: readonly string[], deadlineMs?: number) =>
    runCommand('buildah', [...storage, ...args], {
      env: { ...process.env, TMPDIR: temporary },
      ...(deadlineMs && { deadlineMs }),
    })
  const create = async (image: string) => (await run(['from', '--pull-never', image])).trim()
  return {
    name: 'buildah, chroot',
    pull: image => succeeds('buildah', [...storage, 'pull', image]),
    async importImage(tarFile, image) {
      const container = await create('scratch')
      await run(['add', container, tarFile, '/'], 300_000)
      await run(['config', '--env', `PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`, container])
      await run(['commit', '--rm', container, image], 300_000)
    },
    build(image, secrets) {
      // Only docker's format has a HEALTHCHECK.
      const options = [
        '--isolation',
        'chroot',
        '--format',
        'docker',
        '--pull-never',
        ...toSecretArguments(secrets),
        '--tag',
        image,
      ]
      return run(['bud', ...options, '.'], buildDeadlineMs)
    },
    async start(image, options) {
      const { Docker }: Inspection = JSON.parse(await run(['inspect', '--type', 'image', image]))
      const root = (await run(['mount', await create(image)])).trim()
      return startInRoot(root, Docker.config, options)
    },
    // The storage is in the folder, which is removed as a whole.
    remove: async () => {
      await run(['umount', '--all'])
    },
  }
}

/** The mounts end with the processes of their namespace. */
const enterRoot = `set -e
root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" "$@"`

function startInRoot(root: string, config: ImageConfig, options: RunOptions): Container {
  const variables = [...config.Env, ...Object.entries(options.environment).map(([name, value]) => `${name}=${value}`)]
  const toArguments = (command: readonly string[]) => [
    ...['--mount', 'sh', '-c', enterRoot, 'sh', root, options.dataFolder, config.User || 'root'],
    ...['env', '-i', '-C', config.WorkingDir, ...variables, ...command],
  ]
  // unshare, sh, chroot and env each replace the process, so the signal reaches the image's own.
  const child = spawn('unshare', toArguments(options.command ?? config.Cmd), { stdio: ['ignore', 'pipe', 'pipe'] })
  const exit = once(child, 'exit')
  const output = collectOutput(child)
  const [kind, ...healthCommand] = config.Healthcheck.Test
  return {
    async isHealthy() {
      if (kind !== 'CMD') throw new Error(`a HEALTHCHECK of kind ${kind}`)
      return succeeds('unshare', toArguments(healthCommand))
    },
    readStatus: () => runCommand('cat', [`/proc/${child.pid}/status`]),
    async end(signal) {
      if (signal) child.kill(signal)
      const ending = withDeadline(exit, 'the image’s process ends', stopDeadlineMs)
      const [code]: (number | null)[] = await ending.finally(() => child.kill('SIGKILL'))
      return code ?? null
    },
    readOutput: async () => output.text,
    openFiles: async () => root,
  }
}
