import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { maxOutlookHours } from '@hexawatt/shared/contract/values/longest-outlook'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import {
  computeLearntErrors,
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
import {
  firstRefinements,
  type RefinedHour,
  type Refinements,
} from '@hexawatt/shared/methodology/forecast/refinements/refined-issue'
import { hourMs } from '@hexawatt/shared/time/instant'

/** Refinements by their name on the command line: all of the version, none, or one of the three. */
export const refinementChoices = ['all', 'none', 'alignment', 'ridge', 'bias'] as const
export type RefinementChoice = (typeof refinementChoices)[number]

/** Realised intensity of each hour by its start, ms, with each factor set. */
export type RealisedIntensities = Readonly<Record<EmissionRule, ReadonlyMap<number, number>>>

/** Keeps what the errors of the issues of a backtest teach, from nothing on: an issue knows only hours that had come true. */
export type RefinementRun = {
  /**
   * The refinements of the next issue; null: none.
   *
   * @param newestMs start of the newest hour whose realised value is known
   */
  prepare: (now: Temporal.Instant, newestMs: number, realised: RealisedIntensities) => Refinements | null
  /** Adds the issue that was made with them. */
  add: (now: Temporal.Instant, hours: readonly RefinedHour[]) => void
}

/** Issues of a backtest are made every three hours: each hour counts once. */
const issueWeight = 1

export function createRefinementRun(choice: RefinementChoice): RefinementRun {
  const archive = new Map<number, readonly RefinedHour[]>()
  let ridge: RidgeState | null = null
  const isAligned = choice === 'all' || choice === 'alignment'
  const hasBias = choice === 'all' || choice === 'bias'
  const hasRidge = choice === 'all' || choice === 'ridge'

  function prepare(now: Temporal.Instant, newestMs: number, realised: RealisedIntensities): Refinements | null {
    if (!hasBias && !hasRidge) return isAligned ? firstRefinements : null
    const known = { issueHour: now.epochMilliseconds / hourMs, newestHour: newestMs / hourMs }
    const errorsByRule = recordFromEntries(emissionRules, (rule): ErrorLookup => {
      return (issueHour, lead) => findError(archive.get(issueHour)?.[lead], rule, newestMs, realised) ?? undefined
    })
    if (hasRidge && isRidgeDue(ridge, known.issueHour)) {
      const taught = listTaughtHours(archive, ridge?.newestHour ?? Number.NEGATIVE_INFINITY, newestMs, realised)
      ridge = teachRidgeDay(ridge, taught, known, issueWeight)
    }
    const learnt = computeLearntErrors(solveRidgeState(ridge), errorsByRule, known, maxOutlookHours)
    const withoutBias = recordFromEntries(emissionRules, (rule) => ({ ...learnt[rule], hourBiases: [] }))
    return { isAligned, learnt: hasBias ? learnt : withoutBias }
  }

  function add(now: Temporal.Instant, hours: readonly RefinedHour[]): void {
    const issueHour = now.epochMilliseconds / hourMs
    archive.set(issueHour, hours)
    for (const old of archive.keys()) if (old < issueHour - pastErrorDays * 24) archive.delete(old)
  }

  return { prepare, add }
}

function findError(
  hour: RefinedHour | undefined,
  rule: EmissionRule,
  newestMs: number,
  realised: RealisedIntensities,
): number | null {
  if (hour === undefined || hour.startMs > newestMs) return null
  return computeIssueError(realised[rule].get(hour.startMs) ?? null, hour.corrections[rule]?.uncorrected ?? null)
}

/** Hours of the archive whose targets begin after one hour and up to another; the hour in progress at an issue teaches nothing. */
function listTaughtHours(
  archive: ReadonlyMap<number, readonly RefinedHour[]>,
  afterHour: number,
  newestMs: number,
  realised: RealisedIntensities,
): TaughtHour[] {
  return [...archive].flatMap(([issueHour, hours]) =>
    hours
      .filter(({ lead, startMs }) => lead > 0 && startMs / hourMs > afterHour && startMs <= newestMs)
      .map((hour) => {
        const byRule = recordFromEntries(emissionRules, (rule) => {
          const [inputs, error] = [hour.corrections[rule], findError(hour, rule, newestMs, realised)]
          return inputs === null || error === null ? null : { inputs, error }
        })
        return { issueHour, lead: hour.lead, byRule }
      }),
  )
}
