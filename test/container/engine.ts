export interface Engine {
  name: string
  pull: (image: string) => Promise<boolean>
  /** Makes an image of a tar file with a root file system. */
  importImage: (tarFile: string, image: string) => Promise<void>
  /** Builds the repository's Dockerfile with secrets, which are files by id; resolves with the log. */
  build: (image: string, secrets: Record<string, string>) => Promise<string>
  /** Starts the image with a root file system that is read-only, and the folder as `/data`. */
  start: (image: string, options: RunOptions) => Promise<Container>
  remove: () => Promise<void>
}

export interface RunOptions {
  environment: Record<string, string>
  port: number
  dataFolder: string
  /** In place of the image's. */
  command?: readonly string[]
}

export interface Container {
  /** Runs the image's HEALTHCHECK. */
  isHealthy: () => Promise<boolean>
  /** `/proc/PID/status` of the process that the image starts. */
  readStatus: () => Promise<string>
  /** Sends the signal, if any, and resolves with the exit code. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
  readOutput: () => Promise<string>
  openFiles: () => Promise<string>
}

/** The same for docker, podman and buildah. */
export const toSecretArguments = (secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`])
