import type { ModelRun, WeatherContent } from '../sources/definition/content.ts'

/** No publisher gives hours further from now: it gives 92 days of the past and sixteen ahead. */
const [maxPastHours, maxAheadHours] = [100 * 24, 17 * 24]

/**
 * The content of an answer without hours that nobody asked for, which count as unreadable. A run is stored from its first hour to its last, so that a single
 * odd stamp would make it endless.
 */
export function leaveOutFarHours(content: WeatherContent, now: Temporal.Instant): WeatherContent {
  const fromMs = now.subtract({ hours: maxPastHours }).epochMilliseconds
  const untilMs = now.add({ hours: maxAheadHours }).epochMilliseconds
  let refused = 0
  const runs = content.runs
    .map((run): ModelRun => {
      const hours = new Map([...run.hours].filter(([startMs]) => startMs >= fromMs && startMs <= untilMs))
      refused += run.hours.size - hours.size
      return { ...run, hours }
    })
    .filter(({ hours }) => hours.size > 0)
  if (refused === 0) return content
  const reason = 'an hour that was not asked for'
  return { ...content, runs, unreadable: content.unreadable + refused, reasons: [...content.reasons, reason] }
}
