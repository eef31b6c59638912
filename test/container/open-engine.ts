import { openBuildah } from './buildah.ts'
import { openDocker } from './docker.ts'
import type { Engine } from './engine.ts'
import { succeeds } from './run-command.ts'

/** Docker with its daemon, Podman or Buildah, the first that works. */
export async function openEngine(folder: string): Promise<Engine> {
  for (const program of ['docker', 'podman'] as const)
    if (await succeeds(program, ['info'])) return openDocker(program, folder)
  if (await succeeds('buildah', ['--version'])) return openBuildah(folder)
  throw new Error('No docker daemon, podman or buildah: install the package buildah.')
}
