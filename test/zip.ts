import { once } from 'node:events'
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  name: string
  compressed: Uint8Array
  size: number
  checksum: number
}

export function zipText(name: string, text: string): ZipEntry {
  const bytes = Buffer.from(text)
  return { name, compressed: deflateRawSync(bytes), size: bytes.length, checksum: crc32(bytes) }
}

/** `before`, then as many spaces, then `after`, without holding them in memory. */
export async function zipPaddedText(
  name: string,
  [before, after]: [string, string],
  spaces: number,
): Promise<ZipEntry> {
  const block = Buffer.alloc(1_000_000, ' ')
  const deflate = createDeflateRaw()
  const compressed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => compressed.push(chunk))
  let [size, checksum] = [0, 0]
  const write = async (bytes: Buffer) => {
    size += bytes.length
    checksum = crc32(bytes, checksum)
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  await write(Buffer.from(before))
  for (let count = 0; count < spaces / block.length; count++) await write(block)
  await write(Buffer.from(after))
  deflate.end()
  await once(deflate, 'end')
  return { name, compressed: Buffer.concat(compressed), size, checksum }
}

/** A Zip file as of APPNOTE 6.3, sections 4.3.7 to 4.3.16. */
export function zipEntries(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, compressed, size, checksum } of entries) {
    const shared = Buffer.alloc(26)
    for (const [at, value] of [20, 0, 8, 0, 0].entries()) shared.writeUInt16LE(value, at * 2)
    for (const [at, value] of [checksum, compressed.length, size].entries()) shared.writeUInt32LE(value, 10 + at * 4)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name)])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    files.push(local, Buffer.from(compressed))
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), shared, place, Buffer.from(name)]),
    )
    offset += local.length + compressed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...files, listed, Buffer.from('PK\u0005\u0006'), end]))
}

const namespace = 'http://schemas.openxmlformats.org'

/** A workbook of one sheet, whose entry is made elsewhere. */
export const buildWorkbook = (sheet: ZipEntry) =>
  zipEntries([
    zipText(
      '[Content_Types].xml',
      `<Types xmlns="${namespace}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    zipText(
      '_rels/.rels',
      `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r1" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    zipText(
      'xl/workbook.xml',
      `<workbook xmlns="${namespace}/spreadsheetml/2006/main" xmlns:r="${namespace}/officeDocument/2006/relationships"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    zipText(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${namespace}/package/2006/relationships"><Relationship Id="r1" Type="${namespace}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    sheet,
  ])

export const sheetName = 'xl/worksheets/sheet1.xml'

/** The text of a sheet in two parts, between whose rows others can stand. */
export const buildSheetParts = (rows: string): [string, string] => [
  `<worksheet xmlns="${namespace}/spreadsheetml/2006/main"><sheetData>${rows}`,
  '</sheetData></worksheet>',
]
