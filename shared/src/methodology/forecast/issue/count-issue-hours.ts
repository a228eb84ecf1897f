import { maxOutlookHours } from '../../../contract/values/longest-outlook.ts'
import { hourMs } from '../../../time/instant.ts'
import { countComputedHours } from '../../score/sub-scores/score-inputs.ts'
import { type NationalWeather, weatherModels, weatherQuantities } from '../weather/national-weather.ts'

/** The weather must know one of the last hours of the outlook: a model may end a little early. */
const lastHours = 12

/** Hours of an issue after the one in progress: the long outlook only where the weather reaches its end. */
export function countIssueHours(weather: NationalWeather | null, now: Temporal.Instant): number {
  if (weather === null) return countComputedHours(false)
  const startMs = Math.floor(now.epochMilliseconds / hourMs) * hourMs
  const isKnown = (lead: number): boolean =>
    weatherModels.some((model) =>
      weatherQuantities.some(
        (quantity) => weather.byModel[model]?.[quantity].get(startMs + lead * hourMs) !== undefined,
      ),
    )
  return countComputedHours(Array.from({ length: lastHours }, (_, hour) => maxOutlookHours - hour).some(isKnown))
}
