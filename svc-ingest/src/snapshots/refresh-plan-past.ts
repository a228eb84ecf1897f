import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import type { RealisedByHour } from '@hexawatt/shared/methodology/forecast/issue/learn-bands'
import { maxDaysBack } from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { errorSeries } from '@hexawatt/shared/methodology/schedule/error-paths'
import { type PlanPastSnapshot, packErrors, planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { hourMs, hourStart, isoSeconds, minuteMs } from '@hexawatt/shared/time/instant'
import { readImportHours } from '../forecast/import-hours-store.ts'
import { readNewestIssueAt } from '../forecast/issue-store.ts'
import { readIssueErrors } from '../forecast/plan-past-store.ts'
import { computeRealisedHours } from '../forecast/realised-hours.ts'
import { readRealisedHours } from '../forecast/realised-store.ts'
import { readHourScores } from '../inputs/hour-score-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Hours whose realised values are stored: the same hour of the last seven days, and one more hour for a clock change. */
const keptHours = maxDaysBack * 24 + 1

/** Age of the newest issue above which archiving has not begun or has paused, ms: an issue is archived within its hour. */
const recentIssueMs = 2 * hourMs

/**
 * Returns the refresh of the past values that plans need. It writes them once for each archived issue, because errors and realised values change with it. Until
 * the first issue after a start, realised values are computed from the stored rows, at most once a minute.
 */
export function createPlanPastRefresh(): (deps: RefreshDeps) => Promise<void> {
  let writtenFor: string | null = null
  let writtenText = ''
  return async function refreshPlanPast(deps) {
    const { sql, snapshots, clock, mode } = deps
    const now = clock.now()
    const newest = await readNewestIssueAt(sql, now)
    const isRecent = newest !== null && now.epochMilliseconds - newest.epochMilliseconds < recentIssueMs
    const readFor = isRecent ? newest.toString() : String(Math.floor(now.epochMilliseconds / minuteMs))
    if (readFor === writtenFor) return
    const base = isRecent ? newest : hourStart(now)
    const from = base.subtract({ hours: keptHours })
    const [errors, stored, computed] = await Promise.all([
      readIssueErrors(sql, base),
      readRealisedHours(sql, from, base),
      isRecent ? null : computeRealised(deps, from, base),
    ])
    const made: Omit<PlanPastSnapshot, 'computedAt'> = {
      mode,
      issuedAt: isoSeconds(base),
      issues: errors.carbon.length,
      errors: recordFromEntries(errorSeries, (series) => packErrors(errors[series], series)),
      realised: {
        from: isoSeconds(from),
        values: recordFromEntries(forecastQuantities, (quantity) =>
          Array.from({ length: keptHours }, (_, index) => {
            const startMs = from.epochMilliseconds + index * hourMs
            return computed?.get(startMs)?.[quantity] ?? stored.get(startMs)?.[quantity] ?? null
          }),
        ),
      },
    }
    const text = JSON.stringify(made)
    if (text !== writtenText) await snapshots.write(planPastSnapshot, { ...made, computedAt: isoSeconds(now) }, now)
    writtenText = text
    writtenFor = readFor
  }
}

/** Realised values computed from the rows stored now; empty without the inputs of the forecast. */
async function computeRealised(
  { sql, clock, readAnalogInputs }: RefreshDeps,
  from: Temporal.Instant,
  base: Temporal.Instant,
): Promise<RealisedByHour> {
  const now = clock.now()
  const [inputs, scores, imports] = await Promise.all([
    readAnalogInputs(now),
    readHourScores(sql, from, base),
    readImportHours(sql, { from, before: base }, now),
  ])
  const hours = inputs === null ? [] : computeRealisedHours(inputs, { scores, imports }, base)
  return new Map(hours.map((hour) => [hour.startMs, hour]))
}
