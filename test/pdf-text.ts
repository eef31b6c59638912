import { extractText, getDocumentProxy } from 'unpdf'

export async function readPdf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}

interface PdfItem {
  page: number
  text: string
  /** Of the beginning of its baseline, in points from the left and the bottom. */
  x: number
  y: number
  width: number
}

/** What is drawn, piece by piece. */
export async function readPdfItems(pdf: Uint8Array): Promise<PdfItem[]> {
  const proxy = await getDocumentProxy(new Uint8Array(pdf))
  const items: PdfItem[] = []
  for (let page = 1; page <= proxy.numPages; page++) {
    const content = await (await proxy.getPage(page)).getTextContent()
    for (const item of content.items)
      if ('str' in item && item.str.trim() !== '')
        items.push({ page, text: item.str, x: item.transform[4], y: item.transform[5], width: item.width })
  }
  return items
}
