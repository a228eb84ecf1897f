import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Prometheus metrics of one program (prom-client: the reference implementation of the text format).
 * A registry per program instance, so that several can live in one test process. Processor time, memory, open files and the delay of
 * the event loop come under the library's standard names, which ready-made dashboards know.
 */
export function createMetrics(program: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that is set anew whenever it is read; `set` must not throw, or nothing could be read any more. */
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
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], bucketsSeconds: number[]) =>
      new Histogram({ name, help, labelNames, buckets: bucketsSeconds, registers }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
