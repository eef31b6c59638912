import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { toToolSearch } from '#api/mappers/tools.ts'
import { parseCell, type ToolColumn, toolColumnTitles } from '#contract/cells/tool-cells.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { maxPageLength } from '#contract/limits.ts'
import { toCents } from '#contract/pricing/money.ts'
import { ToolFilter } from '#contract/schemas/tools.ts'
import { isEmail } from '#contract/text.ts'
import { sanitizeName, sanitizePictureUrl } from '#providers/identity/database-hooks.ts'
import { readSearch } from '#web/catalogue/search.ts'
import { parseMarkdown, toPlainText } from '#web/pages/parse-markdown.ts'
import { findSameOriginPath } from '#web/same-origin-path.ts'
import { truncate } from '#web/ui/text/truncate.ts'

// Parses texts of `workerData` characters by every function that reads text of clients, and posts the CPU time it took.
const length = Number(workerData)
const stems = [
  'a',
  ' ',
  '\t',
  ')',
  '(',
  '.',
  ',',
  '@',
  'a@',
  '@a',
  'a.',
  '_',
  '0',
  '9 ',
  '%',
  '\\',
  '/',
  '"',
  "'",
  '[',
  '-',
  '\n',
  'é',
  '👩‍👩‍👧',
  'a@a.',
  'http://',
  '1 pieces',
  '<!--',
]
const texts = stems.flatMap(stem => {
  const long = stem.repeat(Math.ceil(length / stem.length))
  return [long, `5${long}5`, `${long}!`, `x${long}x`, `1${long} pieces`, `a@${long}`, `https://${long}`, `/${long}`]
})

const listFields = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

const before = process.threadCpuUsage()
for (const text of texts) {
  for (const endpoint of Object.values(endpoints) as Endpoint[])
    for (const part of [endpoint.params, endpoint.query, endpoint.headers, endpoint.body])
      if (part) part.safeParse(Object.fromEntries(listFields(part).map(name => [name, text])))
  isEmail(text)
  findSameOriginPath(text)
  toCents(Number(text))
  for (const column of Object.keys(toolColumnTitles) as ToolColumn[]) parseCell(column, text)
  truncate(text, 112)
  toPlainText(parseMarkdown(text.slice(0, maxPageLength)))
  sanitizeName(text)
  sanitizePictureUrl(text)
  const search = ToolFilter.safeParse({ q: text })
  if (search.success) toToolSearch(search.data)
  readSearch(new URLSearchParams({ q: text, minPrice: text, after: text, shown: text }))
}
parentPort?.postMessage(process.threadCpuUsage(before).user)
