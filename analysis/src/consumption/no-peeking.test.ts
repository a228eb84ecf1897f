import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { importRows, importTable } from '@hexawatt/shared/methodology/imports/import-table'
import { hourMs } from '@hexawatt/shared/time/instant'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { replaceUnpublished } from '../testing/unpublished-values.ts'
import { type ConsumptionIssue, type ImportView, replayConsumptionIssue } from './consumption-issue.ts'
import type { RealisedHour, RealisedHours } from './consumption-record.ts'
import { listForecastHours, listTruth } from './forecasters.ts'

/** Six weeks around the clock change of autumn. */
const span = { fromMs: Date.UTC(2022, 8, 26), toMs: Date.UTC(2022, 10, 7) }
/** Before and after the publication of prices, of wind and sun, and of consumption; one on the day of 25 hours. */
const instants = ['2022-10-28T09:00Z', '2022-10-30T15:00Z', '2022-11-02T21:00Z'].map((text) =>
  Temporal.Instant.from(text.replace('Z', ':00Z')),
)

const record = createMadeUpRecord(span)
const realised: RealisedHours = new Map(
  [...record.generation.keys()].map((startMs) => [startMs, createHour(startMs / hourMs)]),
)

function createHour(seed: number): RealisedHour {
  const noise = (row: number): number => 0.5 + 0.5 * Math.sin(seed * 12.9898 + row * 78.233)
  const imports = { importMw: 9000 * noise(1), direct: 2000 * noise(2), lifeCycle: 2400 * noise(3) }
  const byRule = { direct: 50 + 30 * noise(4), lifeCycle: 60 + 30 * noise(5) }
  return { imports, importsWithOldGermany: imports, production: byRule, consumption: byRule }
}

/** Imports and intensities of the hours from `fromMs` on replaced by nonsense. */
function scrambleImports(fromMs: number): RealisedHours {
  return new Map(
    [...realised].map(([startMs, hour]) => {
      if (startMs < fromMs) return [startMs, hour]
      const imports = recordFromEntries(importRows, (row) => 1e6 - hour.imports[row])
      const byRule = { direct: 1e4, lifeCycle: 1e4 }
      return [startMs, { imports, importsWithOldGermany: imports, production: byRule, consumption: byRule }]
    }),
  )
}

function issueAt(now: Temporal.Instant, grid: GridRecord, imports: RealisedHours): ConsumptionIssue {
  const issue = replayConsumptionIssue(groupBySeries(grid), imports, now)
  if (issue === null) throw new Error('no issue')
  return issue
}

/** The forecasts of all forecasters except the one that knows imports 2 hours after their start. */
function listPredictions(issue: ConsumptionIssue, of: RealisedHours) {
  const byRule = listForecastHours(issue, importTable, listTruth(of))
  return recordFromEntries(emissionRules, (rule) =>
    byRule[rule].map(({ predicted: { after2Hours: _, ...predicted }, spread }) => ({ ...predicted, spread })),
  )
}

/** Hours from the start of the newest known hour to the issue, written down a second time. */
const ageByView: Readonly<Record<ImportView, number>> = {
  usual: 4,
  after2Hours: 2,
  after8Hours: 8,
  after26Hours: 26,
  germanyWeekLate: 4,
}
const views = Object.entries(ageByView) as [ImportView, number][]

describe('a forecast of consumption knows nothing that was published after its issue', () => {
  test.each(instants.map((now) => [now.toString(), now] as const))('issued at %s', (_, now) => {
    const nowMs = now.epochMilliseconds
    const before = issueAt(now, record, realised)
    expect(before.hours).toHaveLength(72)
    for (const [view, ageHours] of views) {
      const after = issueAt(now, replaceUnpublished(record, nowMs), scrambleImports(nowMs - (ageHours - 1) * hourMs))
      expect(after.imports[view]).toEqual(before.imports[view])
      // The spread rests on the hours that are known as usual.
      if (ageHours <= 4) expect(after.hours).toEqual(before.hours)
    }
  })

  test.each(instants.map((now) => [now.toString(), now] as const))('no forecaster does at %s', (_, now) => {
    const imports = scrambleImports(now.epochMilliseconds - 3 * hourMs)
    const before = listPredictions(issueAt(now, record, realised), realised)
    expect(listPredictions(issueAt(now, replaceUnpublished(record, now.epochMilliseconds), imports), imports)).toEqual(
      before,
    )
    // The hour that began 4 hours before the issue is known.
    const known = scrambleImports(now.epochMilliseconds - 4 * hourMs)
    expect(listPredictions(issueAt(now, record, known), known).direct[0]).not.toEqual(before.direct[0])
  })

  test('the newest hour that is known counts in every view', () => {
    const [now = Temporal.Now.instant()] = instants
    const before = issueAt(now, record, realised)
    for (const [view, ageHours] of views) {
      const after = issueAt(now, record, scrambleImports(now.epochMilliseconds - ageHours * hourMs))
      for (const row of importRows) expect(after.imports[view][row].means).not.toEqual(before.imports[view][row].means)
    }
  })
})
