import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Hono } from 'hono'
import S3rver from 's3rver'
import { createLogger, type Log } from '#observability/logger.ts'
import { createFolderImages, serveImageFile } from '#providers/images/folder.ts'
import { createImgbbImages } from '#providers/images/imgbb.ts'
import type { Images, ProcessedImage } from '#providers/images/port.ts'
import { createS3Images } from '#providers/images/s3.ts'

export interface ImageHost {
  images: Images
  /** Requests an image as a browser does. */
  fetchImage: (address: string) => Promise<Response>
}

/** A fake host behind the network, whose responses a test may change. It closes after the file or test that opened it. */
export interface RemoteImageHost extends ImageHost {
  /** An adapter of the same host with a short time-out. */
  impatient: Images
  environment: Record<string, string>
  server: Server
}

export interface Server {
  origin: string
  answer: RequestListener
  /** Received requests, newest last. */
  requests: IncomingMessage[]
}

export const lines: string[] = []
export const log: Log = createLogger(line => lines.push(line))
export const s3Keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER-secret-that-is-in-no-log' }
export const imgbbKey = 'imgbb0key0that0is0in0no0log'
export const largestWebpSuffix = '-800.webp'

export function openFolder(): ImageHost {
  const folder = mkdtempSync(join(tmpdir(), 'ironmonger-images-'))
  const app = new Hono().get('/images/:file', serveImageFile(folder))
  return { images: createFolderImages(folder), fetchImage: async address => app.request(address) }
}

export async function openS3(): Promise<RemoteImageHost> {
  const directory = mkdtempSync(join(tmpdir(), 'ironmonger-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'images' }] })
  await s3.configureBuckets()
  const server = await listen(s3.callback())
  const { origin: endpoint } = server
  const options = { ...s3Keys, endpoint, bucket: 'images', publicUrl: `${endpoint}/images`, log }
  return {
    images: createS3Images(options),
    impatient: createS3Images({ ...options, timeoutMs: 50 }),
    fetchImage: fetch,
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: s3Keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    },
    server,
  }
}

/** The uploads that the fake imgbb received. */
export const uploads: { key: string | null; name: unknown; file: FormDataEntryValue | null }[] = []

/** Speaks imgbb's protocol as documented, with numbers as text, and serves the uploaded files. */
export async function openImgbb(): Promise<RemoteImageHost> {
  const kept = new Map<string, Buffer>()
  const server = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', server.origin)
    if (request.method === 'GET') return response.setHeader('content-type', 'image/webp').end(kept.get(url.pathname))
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const body = Buffer.concat(await request.toArray())
    const form = await new Request(url, { method: 'POST', headers, body }).formData()
    const [file, name] = [form.get('image'), form.get('name')]
    uploads.push({ key: url.searchParams.get('key'), name, file })
    const path = `/w04Prt6/${name}.webp`
    if (file instanceof File) kept.set(path, Buffer.from(await file.arrayBuffer()))
    const shown = server.origin + path
    const image = { filename: `${name}.webp`, name, mime: 'image/webp', extension: 'webp', url: shown }
    const numbers = { width: '800', height: '800', size: '68', time: '1552042565', expiration: '0' }
    const links = {
      url_viewer: 'https://ibb.co/2ndCYJK',
      url: shown,
      display_url: shown,
      delete_url: 'https://ibb.co/x',
    }
    sendReply(response, 200, {
      data: { id: '2ndCYJK', title: name, ...links, ...numbers, image },
      success: true,
      status: 200,
    })
  })
  const options = { key: imgbbKey, endpoint: `${server.origin}/1/upload`, log }
  return {
    images: createImgbbImages(options),
    impatient: createImgbbImages({ ...options, timeoutMs: 50 }),
    fetchImage: fetch,
    environment: { IMGBB_KEY: imgbbKey, IMGBB_ENDPOINT: options.endpoint },
    server,
  }
}

export async function listen(answer: RequestListener): Promise<Server> {
  const listening = createServer((request, response) => {
    server.requests.push(request)
    server.answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : 0
  const server: Server = { origin: `http://127.0.0.1:${port}`, answer, requests: [] }
  after(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return server
}

export type Reply = Parameters<RequestListener>[1]

export function sendReply(response: Reply, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Runs the task while the server answers differently; returns the requests and log lines of that time. */
export async function withRequestListener(server: Server, answer: RequestListener, task: () => Promise<void>) {
  const { answer: usual } = server
  const [before, logged] = [server.requests.length, lines.length]
  server.answer = answer
  try {
    await task()
  } finally {
    server.answer = usual
  }
  return { requests: server.requests.slice(before), logged: lines.slice(logged) }
}

let imageCount = 0

/** An image as far as a store can see. */
export function createImage(suffixes = ['-320.avif', '-480.avif', '-800.avif', largestWebpSuffix]): ProcessedImage {
  imageCount += 1
  const name = createHash('sha256').update(`${imageCount}`).digest('hex').slice(0, 32)
  return { name, files: new Map(suffixes.map(end => [end, Buffer.from(name + end)])) }
}

export function assertNoSecretLogged(): void {
  assert.ok(lines.length > 0)
  assert.ok(!lines.some(line => line.includes(imgbbKey) || line.includes(s3Keys.secretAccessKey)))
}

export const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
export const html = '<!DOCTYPE html><title>Bad gateway</title><h1>Bad gateway</h1>'
