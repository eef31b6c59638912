import type { InterpretedList, ListAnswers } from './interpret-list.ts'
import { lookUpTools } from './look-up.ts'
import type { ToolsBySku } from './resolve-rows.ts'

type ReadOrderList = { problem: string } | (InterpretedList & { tools: ToolsBySku })

export async function readOrderList(text: string, answers: ListAnswers = {}): Promise<ReadOrderList> {
  // Pages load the reader with the first list.
  const [{ readList }, { interpretList }] = await Promise.all([import('./read-list.ts'), import('./interpret-list.ts')])
  const read = await readList(text)
  if ('problem' in read) return read
  const { heading = [], body } = read.table
  if (body.length === 0) return { problem: 'Paste at least one row: a SKU and a quantity.' }
  const tools = await lookUpTools([heading, ...body])
  return { ...interpretList(read.table, tools, answers), tools }
}
