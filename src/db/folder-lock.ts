import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { FolderInUse } from './errors.ts'

/** The lock is a listening socket, which ends with the process, even in a crash. Rejects with `FolderInUse`. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = await getSocketPath(folder)
  const server = (await listen(path)) ?? (await takeOver(path))
  if (!server) throw new FolderInUse(folder)
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** In bytes, below the limit of every supported system. */
const maxSocketPath = 100

async function getSocketPath(folder: string): Promise<string> {
  const path = await realpath(folder)
  const name = `ironmonger-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const pathInFolder = join(path, 'lock')
  return Buffer.byteLength(pathInFolder) <= maxSocketPath ? pathInFolder : join('/tmp', name)
}

async function takeOver(path: string): Promise<Server | undefined> {
  if (await canConnect(path)) return undefined
  await rm(path, { force: true })
  return listen(path)
}

function listen(path: string): Promise<Server | undefined> {
  const server = createServer(socket => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(path, () => resolve(server))
  })
}

function canConnect(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
