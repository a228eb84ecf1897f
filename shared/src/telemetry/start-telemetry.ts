import type { TracingSettings } from '../config/program-env.ts'
import { createLogger, type Logger } from './logger.ts'
import type { Tracing } from './tracing.ts'

export type TelemetrySettings = TracingSettings & { LOG_LEVEL: string; ZONE: string }

/**
 * Makes the logger of a program, and starts tracing when a collector is set. Without one `tracing` is null and OpenTelemetry is not
 * loaded; with one every log line inside a span has its trace id.
 *
 * @param program its name in every log line and every span
 */
export async function startTelemetry(
  settings: TelemetrySettings,
  program: string,
): Promise<{ logger: Logger; tracing: Tracing | null }> {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === '') {
    return { logger: createLogger(program, settings.LOG_LEVEL, settings.ZONE), tracing: null }
  }
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  const tracing = createOtlpTracing(settings, program, (fields, words) => logger.warn(fields, words))
  const logger = createLogger(program, settings.LOG_LEVEL, settings.ZONE, () => {
    const traceId = tracing.traceId()
    return traceId === null ? {} : { traceId }
  })
  return { logger, tracing }
}
