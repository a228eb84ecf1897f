import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { computeError } from '@hexawatt/shared/methodology/schedule/value-paths'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { IssueOutcome, Target } from '../backtest/replayed-issue.ts'

/** Objectives by which plans are evaluated. */
const planTargets = ['price', 'intensity', 'direct', 'score'] as const satisfies readonly Target[]
export type PlanTarget = (typeof planTargets)[number]

/** Days of issues whose errors make the paths. */
const archiveDays = 90
/** Every target of an issue is realised and published so long after it: 48 hours ahead, and three until the last hour is out. */
const knownAfterMs = 51 * hourMs
/** With fewer paths there is no probability. */
const minPaths = 30

type ArchivedErrors = { issuedMs: number; errors: Readonly<Record<PlanTarget, Float64Array>> }

/**
 * Errors of past issues by lead. Paths are those of issues of the same hour of UTC: only these knew the prices of as many hours, and forecast the
 * same hours of the day at the same lead.
 */
export function createErrorArchive() {
  const byHourOfDay = new Map<number, ArchivedErrors[]>()

  /** Archives an issue; issues come in the order of their instants. */
  function add({ issuedAt, hours }: IssueOutcome): void {
    const issuedMs = issuedAt.epochMilliseconds
    const errorsOf = (target: PlanTarget) =>
      Float64Array.from(hours[target], ({ realised, predicted: { analog } }) =>
        computeError(errorKinds[target], realised, analog),
      )
    const archived = byHourOfDay.getOrInsertComputed(toHourOfDay(issuedMs), () => [])
    archived.push({
      issuedMs,
      errors: recordFromEntries(planTargets, errorsOf),
    })
    while ((archived[0]?.issuedMs ?? issuedMs) < issuedMs - archiveDays * 24 * hourMs) archived.shift()
  }

  /** Paths by lead (the first is lead 1) that were known at an instant; none while they are too few. */
  function findPaths(now: Temporal.Instant, target: PlanTarget): Float64Array[] {
    const nowMs = now.epochMilliseconds
    const known = (byHourOfDay.get(toHourOfDay(nowMs)) ?? []).filter(({ issuedMs }) => issuedMs + knownAfterMs <= nowMs)
    return known.length < minPaths ? [] : known.map(({ errors }) => errors[target])
  }

  return { add, pathsAt: findPaths }
}
export type ErrorArchive = ReturnType<typeof createErrorArchive>

/** Errors of intensities are ratios, so that they stay positive; the others are differences. */
export const errorKinds = {
  price: 'difference',
  intensity: 'logRatio',
  direct: 'logRatio',
  score: 'difference',
} as const

function toHourOfDay(ms: number): number {
  return Math.floor(ms / hourMs) % 24
}
