export interface Specification {
  name: string
  value: string
  unit: string
}

export function parseSpecificationNumber(value: string): number | undefined {
  const digits = value.replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
}

export const formatSpecification = ({ value, unit }: Pick<Specification, 'value' | 'unit'>) =>
  unit === '' ? value : `${value} ${unit}`

/** Parses lines such as 'Power: 860 W' and skips empty lines. Text after a number is its unit; a name may have a colon. */
export function parseSpecifications(text: string): { specifications: Specification[] } | { problem: string } {
  const lines = text.split('\n').map(line => line.trim())
  const incomplete = lines.find(line => line !== '' && !/^[^:]+:.*\S/.test(line))
  if (incomplete !== undefined)
    return { problem: `“${incomplete}” needs a name, a colon and a value, such as “Power: 860 W”.` }
  const specifications = lines.filter(Boolean).map(line => {
    const spaced = line.search(/:\s/)
    const colon = spaced > 0 ? spaced : line.indexOf(':')
    const name = line.slice(0, colon).trim()
    const rest = line.slice(colon + 1).trim()
    const [, number, unit] = /^(-?[\d.,]+)\s+(\S{1,20})$/.exec(rest) ?? []
    return number && unit ? { name, value: number, unit } : { name, value: rest, unit: '' }
  })
  return { specifications }
}
