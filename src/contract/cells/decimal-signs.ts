import { formatNumber } from '#contract/format-number.ts'
import { type DecimalSign, parseWithDecimalSign } from './read-number.ts'

export function findDecimalSign(texts: Iterable<string>): DecimalSign | undefined {
  const shown = new Set<DecimalSign>()
  for (const text of texts) {
    const [point, comma] = [parseWithDecimalSign('.', text), parseWithDecimalSign(',', text)]
    if (point !== undefined && comma === undefined) shown.add('.')
    if (comma !== undefined && point === undefined) shown.add(',')
  }
  return shown.size === 1 ? [...shown][0] : undefined
}

export const formatAmbiguityMessage = (text: string, [one, other]: readonly [number, number]) =>
  `${describeReadings(text, [one, other])} Please write ${Number(one.toFixed(2))} or ${other}.`

export const describeReadings = (text: string, [one, other]: readonly [number, number]) =>
  `“${text}” can mean ${formatNumber(one)} or ${formatNumber(other)}.`
