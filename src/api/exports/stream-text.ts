import { ReadableStream } from 'node:stream/web'
import { logAndConvertError } from '#api/problems.ts'
import type { Log } from '#observability/logger.ts'

export interface StreamedFile {
  fileName: string
  texts: AsyncIterable<string>
}

const minChunkLength = 16_384

export function streamText(texts: AsyncIterable<string>, log: Log): globalThis.ReadableStream {
  const stream: unknown = ReadableStream.from(joinInChunks(texts, log))
  return stream as globalThis.ReadableStream
}

async function* joinInChunks(texts: AsyncIterable<string>, log: Log): AsyncGenerator<Buffer> {
  let chunk = ''
  try {
    for await (const text of texts) {
      chunk += text
      if (chunk.length < minChunkLength) continue
      yield Buffer.from(chunk)
      chunk = ''
    }
    yield Buffer.from(chunk)
  } catch (error) {
    throw logAndConvertError(error, log)
  }
}
