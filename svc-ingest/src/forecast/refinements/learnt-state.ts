import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { quantityOfRule } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { RealisedByHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import {
  computeLearntErrors,
  hourlyIssueWeight,
  isRidgeDue,
  type RidgeState,
  solveRidgeState,
  type TaughtHour,
  teachRidgeDay,
} from '@hexawatt/shared/methodology/forecast/refinements/learnt-errors'
import {
  computeIssueError,
  type ErrorLookup,
  pastErrorDays,
} from '@hexawatt/shared/methodology/forecast/refinements/past-errors'
import { firstRefinements, type Refinements } from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import type { Sql } from '@hexawatt/shared/postgres/client'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { readCorrectedHours, readNewestRidgeState, readPastIntensities } from './past-error-store.ts'

/** The refinements of an issue, and the state of the ridge where the issue is the first of its Paris day: it is archived with the issue. */
export type IssueRefinements = { refinements: Refinements; taughtRidge: RidgeState | null }

/** Days of realised values before an issue that its refinements rest on: the errors of the issues of {@link pastErrorDays}, and the ridge's since its last day. */
export const refinementDays = pastErrorDays + 4

/**
 * The refinements of an issue, from the archive only: earlier issues, realised values, and the state of the ridge of an earlier Paris day. Programs and
 * restarts agree on them, and so does the audit.
 *
 * @param issuedAt a full hour
 * @param realised of the last {@link refinementDays} days
 * @param ridgeUntil newest issue whose state of the ridge counts: a live forecast takes that of the hour's issue, where it is archived
 */
export async function deriveRefinements(
  sql: Sql,
  issuedAt: Temporal.Instant,
  realised: RealisedByHour,
  ridgeUntil = issuedAt.subtract({ hours: 1 }),
): Promise<IssueRefinements> {
  const newestMs = findNewestRealisedMs(realised, issuedAt)
  if (newestMs === null) return { refinements: firstRefinements, taughtRidge: null }
  const known = { issueHour: issuedAt.epochMilliseconds / hourMs, newestHour: newestMs / hourMs }
  const [ridge, past] = await Promise.all([readNewestRidgeState(sql, ridgeUntil), readPastIntensities(sql, known)])
  const taughtRidge = isRidgeDue(ridge, known.issueHour) ? await teachRidge(sql, ridge, known, realised) : null
  const errors = recordFromEntries(emissionRules, () => new Map<number, number>())
  for (const { lead, issueHours, ...intensities } of past) {
    for (const [index, issueHour] of issueHours.entries()) {
      for (const rule of emissionRules) {
        const error = findError(realised, rule, issueHour + lead, intensities[quantityOfRule[rule]][index] ?? null)
        if (error !== null) errors[rule].set(toKey(issueHour, lead), error)
      }
    }
  }
  const errorsByRule = recordFromEntries(emissionRules, (rule): ErrorLookup => {
    return (issueHour, lead) => errors[rule].get(toKey(issueHour, lead))
  })
  const coefficients = solveRidgeState(taughtRidge ?? ridge)
  const learnt = computeLearntErrors(coefficients, errorsByRule, known, maxOutlookHours)
  return { refinements: { isAligned: true, learnt }, taughtRidge }
}

/** A number for each issue and lead. */
const toKey = (issueHour: number, lead: number): number => issueHour * 1_000 + lead

/** l, ms: the newest hour with a realised intensity that had ended at the issue. */
function findNewestRealisedMs(realised: RealisedByHour, issuedAt: Temporal.Instant): number | null {
  const endMs = hourStart(issuedAt).epochMilliseconds
  let newestMs: number | null = null
  for (const [startMs, { carbon }] of realised) {
    if (carbon !== null && startMs < endMs && (newestMs === null || startMs > newestMs)) newestMs = startMs
  }
  return newestMs
}

function findError(
  realised: RealisedByHour,
  rule: EmissionRule,
  targetHour: number,
  uncorrected: number | null,
): number | null {
  return computeIssueError(realised.get(targetHour * hourMs)?.[quantityOfRule[rule]] ?? null, uncorrected)
}

async function teachRidge(
  sql: Sql,
  ridge: RidgeState | null,
  known: Pick<RidgeState, 'issueHour' | 'newestHour'>,
  realised: RealisedByHour,
): Promise<RidgeState> {
  const oldestHour = known.newestHour - 24 * refinementDays
  const hours = await readCorrectedHours(sql, Math.max(oldestHour, ridge?.newestHour ?? oldestHour), known.newestHour)
  const taught = hours.map(({ issueHour, lead, corrections }): TaughtHour => {
    const byRule = recordFromEntries(emissionRules, (rule) => {
      const inputs = corrections[rule]
      const error = findError(realised, rule, issueHour + lead, inputs?.uncorrected ?? null)
      return inputs === null || error === null ? null : { inputs, error }
    })
    return { issueHour, lead, byRule }
  })
  return teachRidgeDay(ridge, taught, known, hourlyIssueWeight)
}
