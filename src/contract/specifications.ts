export interface Specification {
  name: string
  value: string
  /** Such as 'kg'; may be empty. */
  unit: string
}

/** 'Max. torque' as 'max-torque': for addresses of pages. Empty for a text without ASCII letters and digits. */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<!\d)\.|\.(?!\d)|[^a-z0-9.]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100)
}

/** The number that a value such as '1,260' or '0.75' is, or undefined. */
export function parseSpecificationNumber(value: string): number | undefined {
  const digits = value.replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(digits) ? Number(digits) : undefined
}

/** '860 W', '1/2 in.', 'SDS-plus'. */
export const formatSpecification = ({ value, unit }: Pick<Specification, 'value' | 'unit'>) =>
  unit === '' ? value : `${value} ${unit}`

/** Lines such as 'Power: 860 W': what follows a number is its unit. Empty lines do not count. */
export function parseSpecifications(text: string): { specifications: Specification[] } | { problem: string } {
  const lines = text.split('\n').map(line => line.trim())
  const incomplete = lines.find(line => line !== '' && !/^[^:]+:.*\S/.test(line))
  if (incomplete !== undefined)
    return { problem: `“${incomplete}” needs a name, a colon and a value, such as “Power: 860 W”.` }
  const specifications = lines.filter(Boolean).map(line => {
    const name = line.slice(0, line.indexOf(':')).trim()
    const rest = line.slice(line.indexOf(':') + 1).trim()
    const [, number, unit] = /^(-?[\d.,]+)\s+(\S{1,20})$/.exec(rest) ?? []
    return number && unit ? { name, value: number, unit } : { name, value: rest, unit: '' }
  })
  return { specifications }
}
