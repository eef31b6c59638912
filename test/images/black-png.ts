import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createDeflate } from 'node:zlib'

/** A black image with one bit a pixel: few bytes for many pixels. */
export async function createBlackPng(width: number, height: number): Promise<Buffer> {
  const encodeChunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + Math.ceil(width / 8))
  const rows = Readable.from(
    (function* () {
      for (let index = 0; index < height; index++) yield row
    })(),
  )
  const pixels = await buffer(rows.pipe(createDeflate()))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', pixels),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}
