import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Container, type Engine, type RunOptions, toSecretArguments } from './engine.ts'
import { runCommand, succeeds } from './run-command.ts'

const buildDeadlineMs = 900_000

/** Docker or Podman, which share their commands. */
export function openDocker(program: 'docker' | 'podman', folder: string): Engine {
  const run = (args: readonly string[], deadlineMs = 60_000) => runCommand(program, args, { deadlineMs })
  const images: string[] = []
  const containers: string[] = []
  return {
    name: program,
    async pull(image) {
      const isThere = await succeeds(program, ['image', 'inspect', image])
      return isThere || succeeds(program, ['pull', image], { deadlineMs: 300_000 })
    },
    async importImage(tarFile, image) {
      await run(['import', tarFile, image], 300_000)
      images.push(image)
    },
    async build(image, secrets) {
      images.push(image)
      const format = program === 'podman' ? ['--format', 'docker'] : []
      const options = [...format, ...toSecretArguments(secrets), '--tag', image]
      return run(['build', ...options, '.'], buildDeadlineMs)
    },
    async start(image, options) {
      const container = `ironmonger-proof-${randomUUID()}`
      containers.push(container)
      await run(['create', '--name', container, ...toRunArguments(options), image, ...(options.command ?? [])])
      await run(['start', container])
      return toContainer(program, container, folder)
    },
    async remove() {
      if (containers.length > 0) await run(['rm', '--force', ...containers])
      if (images.length > 0) await run(['rmi', '--force', ...images])
    },
  }
}

const toRunArguments = ({ environment, port, dataFolder }: RunOptions) => [
  ...['--read-only', '--tmpfs', '/tmp', '--volume', `${dataFolder}:/data`, '--publish', `127.0.0.1:${port}:${port}`],
  ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
]

function toContainer(program: string, container: string, folder: string): Container {
  const run = (...args: readonly string[]) => runCommand(program, args)
  const format = '{{json .Config.Healthcheck.Test}}'
  return {
    async isHealthy() {
      const [, ...command]: string[] = JSON.parse(await run('inspect', '--format', format, container))
      return succeeds(program, ['exec', container, ...command])
    },
    readStatus: () => run('exec', container, 'cat', '/proc/1/status'),
    async end(signal) {
      if (signal) await run('kill', '--signal', signal, container)
      return Number(await run('wait', container))
    },
    readOutput: () => run('logs', container),
    async openFiles() {
      const files = join(folder, 'files')
      mkdirSync(files)
      await runCommand('sh', ['-c', '"$1" export "$2" | tar -x -C "$3"', 'sh', program, container, files])
      return files
    },
  }
}
