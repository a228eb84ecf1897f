import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Prometheus metrics of one program (prom-client: the reference implementation of the text format).
 * A registry per program instance, so that several can live in one test process.
 */
export function createMetrics(program: string) {
  const registry = new Registry()
  registry.setDefaultLabels({ program })
  const registers = [registry]
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of the process',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  return {
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(name: string, help: string, labelNames: Label[], bucketsSeconds: number[]) =>
      new Histogram({ name, help, labelNames, buckets: bucketsSeconds, registers }),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
