import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'
import sharp from 'sharp'

/** A photograph-like JPEG of that size. */
export function createJpeg(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

/** A PNG of a few hundred kilobytes with that width and height in pixels. */
export async function createLargePng(side: number): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const deflate = createDeflate({ level: 1 })
  const deflated: Buffer[] = []
  deflate.on('data', (part: Buffer) => deflated.push(part))
  const row = Buffer.alloc(1 + Math.ceil(side / 8))
  for (let count = 0; count < side; count++) if (!deflate.write(row)) await once(deflate, 'drain')
  deflate.end()
  await once(deflate, 'end')
  const chunks = [
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', Buffer.concat(deflated)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typeAndData))
  return Buffer.concat([length, typeAndData, check])
}
