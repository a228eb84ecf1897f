import type { SpanExporter } from '@opentelemetry/sdk-trace'

/** Writes a line of the log. */
export type Warn = (fields: object, words: string) => void

/** A collector that is away is told of once in so long, ms: it is asked every few seconds. */
const quietMs = 60_000

/** The exporter, which says in the log that spans were lost, and why: the SDK tells nobody. */
export function warnOfLostSpans(exporter: SpanExporter, warn: Warn): SpanExporter {
  let lost = 0
  let warnedAtMs = Number.NEGATIVE_INFINITY

  function tell(error: Error | undefined): void {
    if (performance.now() - warnedAtMs < quietMs) return
    // The message of the exporter may hold the answer of the collector: its name is enough.
    warn({ spans: lost, reason: error?.name ?? 'unknown' }, 'spans were lost: the collector does not take them')
    warnedAtMs = performance.now()
    lost = 0
  }

  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length
          tell(result.error)
        }
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush === undefined ? {} : { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
