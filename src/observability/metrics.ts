const counters = {
  http_requests: 'Requests answered by the API and by rendered pages.',
  refusals: 'Refused calls, by the code of the refusal.',
  orders: 'Orders that took a step.',
  mails: 'Tries to hand a mail to the mail server.',
  page_cache: 'Pages asked for, and whether the cache had them.',
} as const

const histograms = {
  http_request: 'Time until a request was answered.',
  database_query: 'Time of a statement, its wait for a connection included.',
} as const

/** Upper bounds in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Readonly<Record<string, string>>
export type Count = (counter: keyof typeof counters, labels?: Labels) => void

interface Gauge {
  help: string
  /** What it shows now: a value for each set of labels. */
  read: () => readonly Sample[] | Promise<readonly Sample[]>
}

type Sample = readonly [value: number, labels?: Labels]

export interface Metrics {
  /** Adds one; cheap enough for every request. */
  count: Count
  /** What adds one to that counter and those labels; cheap enough for the quickest answers. */
  counter: (...counted: Parameters<Count>) => () => void
  /** Adds a duration in milliseconds. */
  time: (histogram: keyof typeof histograms, milliseconds: number, labels?: Labels) => void
  /** Has a value read whenever the metrics are asked for; one that can't be read then is left out. */
  gauge: (name: string, help: string, read: Gauge['read']) => void
  /** All of them in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/. */
  text: () => Promise<string>
}

/** The metrics of one process, all zero. */
export function createMetrics(): Metrics {
  const counted = new Map(Object.keys(counters).map(name => [name, new Map<string, { times: number }>()]))
  const timed = new Map(Object.keys(histograms).map(name => [name, new Map<string, Durations>()]))
  const gauges = new Map<string, Gauge>()
  const counter: Metrics['counter'] = (name, labels) => {
    const values = counted.get(name)
    const key = written(labels)
    const kept = values?.get(key) ?? { times: 0 }
    values?.set(key, kept)
    return () => {
      kept.times += 1
    }
  }
  return {
    count: (...counted) => counter(...counted)(),
    counter,
    time(histogram, milliseconds, labels) {
      const all = timed.get(histogram)
      const key = written(labels)
      const durations = all?.get(key) ?? { sum: 0, counts: new Array<number>(bounds.length + 1).fill(0) }
      const seconds = milliseconds / 1000
      const bucket = bounds.findIndex(bound => seconds <= bound)
      const index = bucket < 0 ? bounds.length : bucket
      durations.sum += seconds
      durations.counts[index] = (durations.counts[index] ?? 0) + 1
      all?.set(key, durations)
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read })
    },
    async text() {
      const shown = await Promise.all([...gauges].map(([name, gauge]) => gaugeLines(name, gauge)))
      const lines = [
        ...Object.entries(counters).flatMap(([name, help]) => {
          const values = [...(counted.get(name) ?? [])].map(
            ([labels, { times }]) => `shop_${name}_total${braced(labels)} ${times}`,
          )
          return headed(`shop_${name}_total`, 'counter', help, values)
        }),
        ...Object.entries(histograms).flatMap(([name, help]) => {
          const full = `shop_${name}_seconds`
          const values = [...(timed.get(name) ?? [])].flatMap(([labels, each]) => histogramLines(full, labels, each))
          return headed(full, 'histogram', help, values)
        }),
        ...shown.flat(),
      ]
      return `${lines.join('\n')}\n`
    },
  }
}

interface Durations {
  sum: number
  /** How many fell between the bound before and this one; the last, above all bounds. */
  counts: number[]
}

function written(labels: Labels = {}): string {
  let text = ''
  for (const name in labels) text += `${text && ','}${name}="${escaped(labels[name] ?? '')}"`
  return text
}

const special = /[\\"\n]/g
const escaped = (value: string) => value.replace(special, found => (found === '\n' ? '\\n' : `\\${found}`))
const braced = (labels: string) => (labels ? `{${labels}}` : '')

function headed(name: string, type: string, help: string, lines: readonly string[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines]
}

function histogramLines(name: string, labels: string, { sum, counts }: Durations): string[] {
  let below = 0
  const buckets = counts.map((count, index) => {
    below += count
    const bound = `le="${bounds[index] ?? '+Inf'}"`
    return `${name}_bucket${braced(labels ? `${labels},${bound}` : bound)} ${below}`
  })
  return [...buckets, `${name}_sum${braced(labels)} ${sum}`, `${name}_count${braced(labels)} ${below}`]
}

async function gaugeLines(name: string, { help, read }: Gauge): Promise<string[]> {
  try {
    const lines = (await read()).map(([value, labels]) => `${name}${braced(written(labels))} ${value}`)
    return headed(name, 'gauge', help, lines)
  } catch {
    return []
  }
}
