import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const counters = {
  http_requests: {
    help: 'Requests, except for built files and cached responses.',
    labels: ['method', 'route', 'status'],
  },
  refusals: { help: 'Refused calls, by the code of the refusal.', labels: ['method', 'route', 'code'] },
  orders: { help: 'Orders that took a step.', labels: ['step'] },
  mails: { help: 'Tries to hand a mail to the mail server.', labels: ['outcome'] },
  stock_differences: { help: 'Tools whose stock was not the sum of its movements, by the daily check.', labels: [] },
  page_cache: {
    help: 'Requests for cacheable pages and lists, by whether the cache had the response.',
    labels: ['result'],
  },
} as const

const histograms = {
  http_request: { help: 'Time until a request was answered.', labels: ['method', 'route'] },
  database_query: { help: 'Time of a statement, its wait for a connection included.', labels: [] },
} as const

const bucketsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Labels = Readonly<Record<string, string>>
type CounterName = keyof typeof counters
type HistogramName = keyof typeof histograms
type Sample = readonly [value: number, labels?: Labels]
type ReadSamples = () => readonly Sample[] | Promise<readonly Sample[]>

export type IncrementCounter = (counter: CounterName, labels?: Labels) => void

export interface Metrics {
  incrementCounter: IncrementCounter
  createIncrement: (...increment: Parameters<IncrementCounter>) => () => void
  recordDuration: (histogram: HistogramName, milliseconds: number, labels?: Labels) => void
  addGauge: (name: string, help: string, read: ReadSamples) => void
  toText: () => Promise<string>
}

interface GaugeSource {
  name: string
  help: string
  read: ReadSamples
}

/** The registry is not the global one, because tests run several shops in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const counterByName = createCounters(registry)
  const histogramByName = createHistograms(registry)
  const gauges = new Map<string, GaugeSource>()
  return {
    incrementCounter: (name, labels = {}) => counterByName[name].inc(labels),
    createIncrement(name, labels = {}) {
      const child = counterByName[name].labels(labels)
      return () => child.inc()
    },
    recordDuration: (name, milliseconds, labels = {}) => histogramByName[name].observe(labels, milliseconds / 1000),
    addGauge(name, help, read) {
      gauges.set(name, { name, help, read })
    },
    toText: async () => Registry.merge([registry, await readGauges([...gauges.values()])]).metrics(),
  }
}

function createCounters(registry: Registry): Record<CounterName, Counter> {
  const create = (name: CounterName) => {
    const { help, labels } = counters[name]
    return new Counter({ name: `shop_${name}_total`, help, labelNames: [...labels], registers: [registry] })
  }
  return {
    http_requests: create('http_requests'),
    refusals: create('refusals'),
    orders: create('orders'),
    mails: create('mails'),
    stock_differences: create('stock_differences'),
    page_cache: create('page_cache'),
  }
}

function createHistograms(registry: Registry): Record<HistogramName, Histogram> {
  const create = (name: HistogramName) => {
    const { help, labels } = histograms[name]
    return new Histogram({
      name: `shop_${name}_seconds`,
      help,
      labelNames: [...labels],
      buckets: bucketsInSeconds,
      registers: [registry],
    })
  }
  return { http_request: create('http_request'), database_query: create('database_query') }
}

/** A new registry per scrape drops the label sets of earlier scrapes. */
async function readGauges(sources: readonly GaugeSource[]): Promise<Registry> {
  const registry = new Registry()
  const results = await Promise.allSettled(sources.map(async source => ({ ...source, samples: await source.read() })))
  for (const result of results) {
    if (result.status === 'rejected') continue
    const { name, help, samples } = result.value
    const labelNames = [...new Set(samples.flatMap(([, labels = {}]) => Object.keys(labels)))]
    const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
    for (const [value, labels = {}] of samples) gauge.set(labels, value)
  }
  return registry
}
