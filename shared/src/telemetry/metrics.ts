import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createSingleFlight } from '../bounds/single-flight.ts'
import { defaultZone } from '../config/zone.ts'
import { withTimeout } from '../time/with-timeout.ts'
import { countUnwrittenLogLines } from './log-output.ts'

/** Name of the gauge with the zone: one for each target. */
export const zoneInfoName = 'hexawatt_zone_info'

/**
 * Prometheus metrics of one program (prom-client: the reference implementation of the text format).
 * A registry per program instance, so that several can live in one test process. Default metrics (processor, memory, open files, event-loop
 * delay) keep the library's names, which ready-made dashboards expect.
 *
 * @param zone of the installation: the label of one gauge, which other metrics are joined with by their target
 * @param labels further labels of every sample
 */
export function createMetrics(program: string, zone = defaultZone, labels: Readonly<Record<string, string>> = {}) {
  const registry = new Registry()
  registry.setDefaultLabels({ program, ...labels })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: zoneInfoName,
    help: 'Always 1; the label names the zone (country or region) of the installation',
    labelNames: ['zone'],
    registers,
  }).set({ zone }, 1)
  new Counter({
    name: 'log_lines_unwritten_total',
    help: 'Log lines that were dropped because they could not be written, for example because the disk is full',
    registers,
    collect() {
      this.reset()
      this.inc(countUnwrittenLogLines())
    },
  })
  return {
    zone,
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that is set at each scrape; `set` must not throw, or the whole scrape fails. */
    readGauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      set: (gauge: Gauge<Label>) => Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return set(this)
        },
      }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
      new Histogram({ name, help, labelNames, buckets, registers }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** Bounds of the request-duration histogram, seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const durations = new WeakMap<Metrics, ObserveDuration>()
/** Records the status and duration of a request, seconds. */
export type ObserveDuration = (status: number, seconds: number) => void

/**
 * The histogram of request durations by status, with the same name and buckets in every program: one of each program.
 *
 * @param help help text of the program
 */
export function createRequestDuration(metrics: Metrics, help: string): ObserveDuration {
  const known = durations.get(metrics)
  if (known !== undefined) return known
  const histogram = metrics.histogram('http_request_duration_seconds', help, ['status'], durationBuckets)
  const observe: ObserveDuration = (status, seconds) => histogram.observe({ status }, seconds)
  durations.set(metrics, observe)
  return observe
}

/** Maximum delay of a scrape by a read of the stores, ms. */
const readTimeoutMs = 1_500

export type RowGauge<Row> = {
  name: string
  help: string
  /** null = unknown: the gauge is absent, never 0. */
  value: (row: Row) => number | null
}

export type ReadGauges<Label extends string, Row> = {
  labelNames: Label[]
  labels: (row: Row) => Record<Label, string>
  /** Called once per scrape. */
  read: () => Promise<readonly Row[]>
  gauges: readonly RowGauge<Row>[]
}

/**
 * Adds gauges whose values are read from a store or a queue at each scrape, once for all of them. When the read fails or times out they are
 * absent from the scrape: an unknown value must not look like the last known one.
 */
export function addReadGauges<Label extends string, Row>(
  metrics: Metrics,
  { labelNames, labels, read, gauges }: ReadGauges<Label, Row>,
): void {
  // A scrape collects all gauges at the same time: they share one read.
  const readOnce = createSingleFlight(() => withTimeout(readTimeoutMs, read()).catch((): readonly Row[] => []))

  for (const { name, help, value } of gauges) {
    metrics.readGauge(name, help, labelNames, async (gauge) => {
      const rows = await readOnce()
      gauge.reset()
      // Reset sets a gauge without labels to 0, which was not read.
      if (labelNames.length === 0) gauge.remove()
      for (const row of rows) {
        const known = value(row)
        if (known !== null) gauge.set(labels(row), known)
      }
    })
  }
}
