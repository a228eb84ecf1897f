import type { Metrics } from './metrics.ts'

/** Bounds of the request-duration histogram, seconds. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/**
 * Adds the histogram of request durations by status: every program has it under one name and with the same bounds.
 *
 * @param help what the program measures
 */
export function requestDuration(metrics: Metrics, help: string) {
  return metrics.histogram('http_request_duration_seconds', help, ['status'], durationBuckets)
}
