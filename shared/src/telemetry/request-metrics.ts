import { Counter, type Histogram, type Registry } from 'prom-client'

/** One label set of a counter. The path of every request adds to the number; the library's hashing of labels waits for the scrape. */
export type CounterCell = { count: number }

/**
 * Makes a counter for the path of every request. The library hashes the labels at each `inc`: two counters and a histogram cost a request of the
 * gateway about 1 µs.
 *
 * @returns makes the cell of one label set: keep it, and ask for each set once
 */
export function createCounterCells<Label extends string>(
  register: Registry,
  name: string,
  help: string,
  labelNames: Label[],
): (labels: Record<Label, string>) => CounterCell {
  const cells: (CounterCell & { labels: Record<Label, string> })[] = []
  new Counter({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      for (const cell of cells) {
        this.inc(cell.labels, cell.count)
        cell.count = 0
      }
    },
  })
  return (labels) => {
    const cell = { labels, count: 0 }
    cells.push(cell)
    return cell
  }
}

/** Samples of one status. `counts`: of each bucket alone, the last one without an upper bound. */
type Samples = { counts: Float64Array; sum: number }

/**
 * Adds a histogram by HTTP status for the path of every request: a sample costs a few additions, and hashes no labels.
 *
 * @param bounds upper bounds of the buckets, ascending
 * @returns records one sample
 */
export function addStatusHistogram(
  register: Registry,
  name: string,
  help: string,
  bounds: readonly number[],
): (status: number, value: number) => void {
  const samplesByStatus = new Map<number, Samples>()

  function get() {
    const values = [...samplesByStatus].flatMap(([code, samples]) => seriesOf(name, String(code), bounds, samples))
    return Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values })
  }
  register.registerMetric(asMetric({ name, get, reset: () => samplesByStatus.clear() }))

  return function observe(status, value) {
    let samples = samplesByStatus.get(status)
    if (samples === undefined) {
      samples = { counts: new Float64Array(bounds.length + 1), sum: 0 }
      samplesByStatus.set(status, samples)
    }
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1
    samples.counts[bucket] = (samples.counts[bucket] ?? 0) + 1
    samples.sum += value
  }
}

/** The lines of one status: the buckets add up, as Prometheus wants them. */
function seriesOf(name: string, status: string, bounds: readonly number[], { counts, sum }: Samples) {
  let below = 0
  const buckets = [...counts].map((count, index) => {
    below += count
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', status }, value: below }
  })
  const labels = { status }
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: below },
  ]
}

/** A registry only reads the name of a metric and calls `get` and `reset`; its type names the library's own classes. */
function asMetric(metric: { name: string; get: () => Promise<unknown>; reset: () => void }): Histogram {
  return metric as unknown as Histogram
}
