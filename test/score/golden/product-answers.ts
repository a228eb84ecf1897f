import { composeEnergyScore, toRatedHours } from '@hexawatt/shared/answers/energy-score'
import { composeForecastBody } from '@hexawatt/shared/answers/forecast-body'
import { findProfile } from '@hexawatt/shared/contract/profiles'
import { defaultWeighting, type Weighting } from '@hexawatt/shared/http/weighting-query'
import { assembleIssue } from '@hexawatt/shared/methodology/forecast/issue/assemble-issue'
import { firstRefinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { assembleScoreInputs } from '@hexawatt/shared/methodology/score/inputs/assemble-inputs'
import { scoreNow } from '@hexawatt/shared/methodology/score/score-slot'
import { computedForecastHours } from '@hexawatt/shared/methodology/score/sub-scores/score-inputs'
import { noBandLevels } from '@hexawatt/shared/testing/no-band-levels'
import { presentForecast, presentScore } from '@hexawatt/svc-ingest/src/snapshots/refresh-score.ts'
import { productAnalogInputs } from './product-analog-inputs.ts'
import { productRows } from './product-rows.ts'
import type { Recording } from './recording.ts'
import type { Situation } from './situation.ts'

/** The snapshots that svc-ingest writes in a situation. */
export function productSnapshots(recording: Recording, situation: Situation) {
  const now = Temporal.Instant.from(situation.now)
  const mode = situation.isOpen ? 'open' : 'replay'
  const rows = productRows(recording, situation)
  const inputs = assembleScoreInputs(rows, now)
  const analog = productAnalogInputs(recording, situation, rows)
  return {
    score: presentScore(scoreNow(inputs, now), inputs, now, mode),
    forecast: presentForecast(
      assembleIssue(
        { inputs, analog, levels: noBandLevels, refinements: firstRefinements, imports: [] },
        now,
        computedForecastHours,
      ),
      inputs,
      mode,
    ),
  }
}
export type ProductSnapshots = ReturnType<typeof productSnapshots>

/** The bodies that svc-score makes of them. */
export function productAnswers({ score, forecast }: ProductSnapshots, situation: Situation) {
  const now = Temporal.Instant.from(situation.now)
  const weighting = weightingOf(situation)
  return {
    score: composeEnergyScore(score, toRatedHours(forecast.hours), weighting, now),
    forecast: composeForecastBody(forecast, { weighting, requestedHours: 48, planHours: 48 }, now),
  }
}

function weightingOf({ weighting }: Situation): Weighting {
  if (weighting === null) return defaultWeighting
  if (typeof weighting !== 'string') {
    const [price, carbon, grid, adequacy] = weighting
    return { weights: { price, carbon, grid, adequacy }, profileApplied: 'custom' }
  }
  const profile = findProfile(weighting)
  if (profile === null) throw new Error(`no profile ${weighting}`)
  return { weights: profile.weights, profileApplied: profile.name }
}

/** The query that asks svc-score for the weighting of a situation. */
export function queryOf({ weighting }: Situation): string {
  if (weighting === null) return ''
  if (typeof weighting === 'string') return `profile=${weighting}`
  const [price, carbon, grid, adequacy] = weighting
  return `wPrice=${price}&wCarbon=${carbon}&wGrid=${grid}&wAdequacy=${adequacy}`
}
