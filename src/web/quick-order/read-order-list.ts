import { type InterpretedList, interpretList, type ListAnswers } from './interpret-list.ts'
import { lookUpTools } from './look-up.ts'
import { readList } from './read-list.ts'
import type { ToolsBySku } from './resolve-rows.ts'

type ReadOrderList = { problem: string } | (InterpretedList & { tools: ToolsBySku })

export async function readOrderList(text: string, answers: ListAnswers = {}): Promise<ReadOrderList> {
  const read = await readList(text)
  if ('problem' in read) return read
  const { heading = [], body } = read.table
  if (body.length === 0) return { problem: 'Paste at least one row: a SKU and a quantity.' }
  const tools = await lookUpTools([heading, ...body])
  return { ...interpretList(read.table, tools, answers), tools }
}
