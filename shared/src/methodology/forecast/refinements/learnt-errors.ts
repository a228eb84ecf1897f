import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { hourMs } from '../../../time/instant.ts'
import { toParisDay } from '../../../time/paris-clock.ts'
import { type EmissionRule, emissionRules } from '../analog-forecast.ts'
import type { CorrectionInputs } from '../forecast-issue.ts'
import { computeHourBias, computeRecentError, type ErrorLookup } from './past-errors.ts'
import {
  buildRidgeTerms,
  createRidgeBucket,
  findRidgeBucket,
  type RidgeBucket,
  type RidgeSample,
  ridgeLastLeads,
  solveRidge,
  teachRidge,
} from './residual-ridge.ts'

/** What the errors of earlier issues say about an issue, by factor set: β by bucket of leads, r24 and h28 by lead; null where nothing is known. */
export type LearntErrors = Readonly<
  Record<
    EmissionRule,
    {
      coefficients: readonly (readonly number[] | null)[]
      recentErrors: readonly (number | null)[]
      hourBiases: readonly (number | null)[]
    }
  >
>

/** What the ridge has been taught by the first issue of a Paris day. Hours are counted since the epoch. */
export type RidgeState = {
  /** Hour of the issue that ages are counted from. */
  issueHour: number
  /** Newest target hour that was known. */
  newestHour: number
  bucketsByRule: Readonly<Record<EmissionRule, readonly RidgeBucket[]>>
}

/** An hour of an earlier issue that has come true: what its correction rested on, and its error E; by factor set, null where unknown. */
export type TaughtHour = {
  issueHour: number
  lead: number
  byRule: Readonly<Record<EmissionRule, { inputs: CorrectionInputs; error: number } | null>>
}

/** Weight of an hour of an issue: the strength of the ridge is measured in issues every three hours. */
export const hourlyIssueWeight = 1 / 3

/** Whether an issue is the first of its Paris day, so that the ridge is taught and solved anew. */
export function isRidgeDue(previous: RidgeState | null, issueHour: number): boolean {
  return previous === null || toParisDay(issueHour * hourMs) > toParisDay(previous.issueHour * hourMs)
}

/**
 * The ridge at the first issue of a Paris day: as it was, and taught the hours that have become known since.
 *
 * @param hours those with a target after the newest one of `previous`, up to `newestHour`
 * @param weight of each hour
 */
export function teachRidgeDay(
  previous: RidgeState | null,
  hours: readonly TaughtHour[],
  { issueHour, newestHour }: Pick<RidgeState, 'issueHour' | 'newestHour'>,
  weight: number,
): RidgeState {
  const ascending = hours.toSorted((one, other) => one.issueHour + one.lead - other.issueHour - other.lead)
  const byBucket = Map.groupBy(ascending, ({ lead }) => findRidgeBucket(lead))
  const elapsedDays = previous === null ? 0 : (issueHour - previous.issueHour) / 24
  const bucketsByRule = recordFromEntries(emissionRules, (rule) =>
    ridgeLastLeads.map((_, bucket) => {
      const samples = (byBucket.get(bucket) ?? []).flatMap(({ issueHour: issued, lead, byRule }): RidgeSample[] => {
        const known = byRule[rule]
        if (known === null) return []
        const [ageDays, targetDay] = [(issueHour - issued) / 24, toParisDay((issued + lead) * hourMs)]
        return [{ terms: buildRidgeTerms(known.inputs), error: known.error, ageDays, weight, targetDay }]
      })
      return teachRidge(previous?.bucketsByRule[rule][bucket] ?? createRidgeBucket(), elapsedDays, samples)
    }),
  )
  return { issueHour, newestHour, bucketsByRule }
}

/** β of every bucket. */
export function solveRidgeState(state: RidgeState | null): Record<EmissionRule, (readonly number[] | null)[]> {
  return recordFromEntries(emissionRules, (rule) =>
    ridgeLastLeads.map((_, bucket) => {
      const taught = state?.bucketsByRule[rule][bucket]
      return taught === undefined ? null : solveRidge(taught)
    }),
  )
}

/**
 * What an issue knows of the errors before it.
 *
 * @param errorsByRule E of earlier issues; only hours up to `newestHour` are asked for
 * @param lastLead the longest lead
 */
export function computeLearntErrors(
  coefficients: Readonly<Record<EmissionRule, readonly (readonly number[] | null)[]>>,
  errorsByRule: Readonly<Record<EmissionRule, ErrorLookup>>,
  { issueHour, newestHour }: Pick<RidgeState, 'issueHour' | 'newestHour'>,
  lastLead: number,
): LearntErrors {
  const leads = Array.from({ length: lastLead + 1 }, (_, lead) => lead)
  return recordFromEntries(emissionRules, (rule) => {
    return {
      coefficients: coefficients[rule],
      recentErrors: leads.map((lead) => computeRecentError(errorsByRule[rule], newestHour, lead)),
      hourBiases: leads.map((lead) => computeHourBias(errorsByRule[rule], issueHour, newestHour, lead)),
    }
  })
}
