import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { forecastQuantities } from '@hexawatt/shared/methodology/forecast/forecast-issue'
import { maxDaysBack } from '@hexawatt/shared/methodology/forecast-accuracy/naive-forecasts'
import { errorSeries } from '@hexawatt/shared/methodology/schedule/error-paths'
import { type PlanPastSnapshot, packErrors, planPastSnapshot } from '@hexawatt/shared/snapshot/plan-past'
import { hourMs, isoSeconds } from '@hexawatt/shared/time/instant'
import { readNewestIssueAt } from '../forecast/issue-store.ts'
import { readIssueErrors } from '../forecast/plan-past-store.ts'
import { readRealisedHours } from '../forecast/realised-store.ts'
import type { RefreshDeps } from './refresh-deps.ts'

/** Hours whose realised values are kept: the same hour of seven days back, and one more of a clock change. */
const realisedHours = maxDaysBack * 24 + 1

/**
 * Makes the refresh of what plans need of the past. It is written once for each archived issue: errors and realised values change with one.
 *
 * @returns a refresh that does nothing while the newest issue is the one that it wrote last, and without any issue
 */
export function createPlanPastRefresh(): (deps: RefreshDeps) => Promise<void> {
  let writtenFor: string | null = null
  return async function refreshPlanPast({ sql, snapshots, clock, mode }) {
    const now = clock.now()
    const issuedAt = await readNewestIssueAt(sql, now)
    if (issuedAt === null || issuedAt.toString() === writtenFor) return
    const from = issuedAt.subtract({ hours: realisedHours })
    const [errors, realised] = await Promise.all([
      readIssueErrors(sql, issuedAt),
      readRealisedHours(sql, from, issuedAt),
    ])
    const body: PlanPastSnapshot = {
      mode,
      computedAt: isoSeconds(now),
      issuedAt: isoSeconds(issuedAt),
      issues: errors.carbon.length,
      errors: recordFromEntries(errorSeries, (series) => packErrors(errors[series], series)),
      realised: {
        from: isoSeconds(from),
        values: recordFromEntries(forecastQuantities, (quantity) =>
          Array.from(
            { length: realisedHours },
            (_, index) => realised.get(from.epochMilliseconds + index * hourMs)?.[quantity] ?? null,
          ),
        ),
      },
    }
    await snapshots.write(planPastSnapshot, body, now)
    writtenFor = issuedAt.toString()
  }
}
