export interface Point {
  name: string
  result: string
  holds: boolean
}

export function formatPoints(points: readonly Point[]): string {
  const rows = points.map(({ name, result, holds }) => `| ${name} | ${result} | ${holds ? 'yes' : 'NO'} |\n`)
  return ['| point | measured | holds |\n', '| --- | --- | --- |\n', ...rows].join('')
}
