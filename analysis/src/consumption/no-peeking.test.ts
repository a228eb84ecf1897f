import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { importRows } from '@hexawatt/shared/methodology/imports/import-table'
import { hourMs } from '@hexawatt/shared/time/instant'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import type { GridRecord } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { type ConsumptionIssue, type ImportView, replayConsumptionIssue } from './consumption-issue.ts'
import type { RealisedHour, RealisedHours } from './consumption-record.ts'

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

type Feed = 'generation' | 'generationForecast' | 'consumption' | 'price'
const feeds = ['generation', 'generationForecast', 'consumption', 'price'] as const satisfies Feed[]

/** When the value of an hour is published (docs/methodology/accuracy.md#how-it-was-measured), written down a second time. */
function publishedAtMs(feed: Feed, startMs: number): number {
  if (feed === 'generation') return startMs + 2 * hourMs
  const at = { price: '13:30', generationForecast: '18:00', consumption: '19:30' }[feed]
  const day = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone).toPlainDate()
  return day.subtract({ days: 1 }).toZonedDateTime({ timeZone: parisTimeZone, plainTime: Temporal.PlainTime.from(at) })
    .epochMilliseconds
}

function scrambleUnpublished(nowMs: number): GridRecord {
  const changed = feeds.map((feed) => {
    const hours = [...record[feed]].map(([startMs, slots]) => {
      const isKnown = publishedAtMs(feed, startMs) <= nowMs
      return [startMs, isKnown ? slots : slots.map((slot) => ({ ...slot, value: 1e6 - slot.value }))] as const
    })
    return [feed, new Map(hours)]
  })
  return { ...record, ...Object.fromEntries(changed) }
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
      const after = issueAt(now, scrambleUnpublished(nowMs), scrambleImports(nowMs - (ageHours - 1) * hourMs))
      expect(after.imports[view]).toEqual(before.imports[view])
      // The spread rests on the hours that are known as usual.
      if (ageHours <= 4) expect(after.hours).toEqual(before.hours)
    }
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
