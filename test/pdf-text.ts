import { extractText, getDocumentProxy } from 'unpdf'

/** The text of each page. */
export async function readPdf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}
