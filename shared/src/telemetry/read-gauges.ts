import { withinTime } from '../time/within-time.ts'
import type { Metrics } from './metrics.ts'

/** Longest a reading of stores may hold up the metrics, ms. */
const readTimeoutMs = 1_500

/** One of several gauges that are read together. */
export type RowGauge<Row> = {
  name: string
  help: string
  /** null = not known, and then not shown: never 0. */
  value: (row: Row) => number | null
}

export type ReadGauges<Label extends string, Row> = {
  labelNames: Label[]
  labels: (row: Row) => Record<Label, string>
  /** Asked once whenever the metrics are read. */
  read: () => Promise<readonly Row[]>
  gauges: readonly RowGauge<Row>[]
}

/**
 * Adds gauges whose values lie elsewhere (a table, queues): read when the metrics are, once for all of them. When that fails or takes too
 * long they are absent from this reading: what is not known now must not look like what was known before.
 */
export function addReadGauges<Label extends string, Row>(
  metrics: Metrics,
  { labelNames, labels, read, gauges }: ReadGauges<Label, Row>,
): void {
  let reading: Promise<readonly Row[]> | null = null

  /** The gauges are collected at the same time: whoever comes first reads for all. */
  function readOnce(): Promise<readonly Row[]> {
    reading ??= withinTime(readTimeoutMs, read())
      .catch(() => [])
      .finally(() => {
        reading = null
      })
    return reading
  }

  for (const { name, help, value } of gauges) {
    metrics.readGauge(name, help, labelNames, async (gauge) => {
      const rows = await readOnce()
      gauge.reset()
      // A gauge without labels is 0 after that, which nobody has read.
      if (labelNames.length === 0) gauge.remove()
      for (const row of rows) {
        const known = value(row)
        if (known !== null) gauge.set(labels(row), known)
      }
    })
  }
}
