import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { operatorDirectFactors } from '@hexawatt/shared/methodology/emission-factors'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { parisTimeZone } from '@hexawatt/shared/time/paris'
import { formatFixed, formatPercent } from '../figures-text.ts'
import { readRecord } from './read-record.ts'
import { computeIntensityByHour } from './realised-values.ts'
import { findRecordFolder } from './record-folder.ts'
import { toSpanMs } from './recorded-hours.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the hours that two emission rules find best')

const blockHours = 3
/** Days with fewer known hours are left out. */
const minHours = 23
const seasons = ['winter', 'spring', 'summer', 'autumn'] as const
const first = Temporal.PlainDate.from('2023-01-14')
const last = Temporal.PlainDate.from('2025-01-13')

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** What the block at `start` saves against the mean of its day, g/kWh. */
const saved = (values: readonly number[], start: number): number =>
  mean(values) - mean(values.slice(start, start + blockHours))

const bestStart = (values: readonly number[]): number => {
  const starts = Array.from({ length: values.length - blockHours + 1 }, (_, start) => start)
  return starts.reduce((best, start) => (saved(values, start) > saved(values, best) ? start : best), 0)
}

type Day = { month: number; hours: number[]; lifeCycle: number[]; direct: number[] }

async function daysOfRecord(path: string): Promise<Day[]> {
  const { generation } = await readRecord(findRecordFolder(path))
  const span = toSpanMs(first, last)
  const direct = computeIntensityByHour(generation, span, operatorDirectFactors)
  const byDay = new Map<string, Day>()
  for (const [startMs, value] of computeIntensityByHour(generation, span)) {
    const at = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(parisTimeZone)
    const none: Day = { month: at.month, hours: [], lifeCycle: [], direct: [] }
    const day = byDay.getOrInsertComputed(at.toPlainDate().toString(), () => none)
    day.hours.push(at.hour)
    day.lifeCycle.push(value)
    day.direct.push(direct.get(startMs) ?? Number.NaN)
  }
  return [...byDay.values()].filter(({ hours }) => hours.length >= minHours)
}

/** The row of the table in docs/methodology/carbon.md. */
function rowOf(name: string, days: readonly Day[]): string {
  const blocks = days.map((day) => {
    const [byLifeCycle, byDirect] = [bestStart(day.lifeCycle), bestStart(day.direct)]
    const isNoon = (start: number): boolean => (day.hours[start] ?? 0) >= 10 && (day.hours[start] ?? 0) <= 16
    return {
      differs: Number(byLifeCycle !== byDirect),
      apart: Number(Math.abs(byLifeCycle - byDirect) >= blockHours),
      noon: [Number(isNoon(byLifeCycle)), Number(isNoon(byDirect))],
      lifeCycle: [saved(day.lifeCycle, byDirect), saved(day.lifeCycle, byLifeCycle)],
      direct: [saved(day.direct, byLifeCycle), saved(day.direct, byDirect)],
    }
  })
  const of = (value: (block: (typeof blocks)[number]) => number | undefined): number =>
    mean(blocks.map((block) => value(block) ?? Number.NaN))
  const kept = (rule: 'lifeCycle' | 'direct'): string => {
    const [other, own] = [of((block) => block[rule][0]), of((block) => block[rule][1])]
    return `${formatFixed(other, 1)} of ${formatFixed(own, 1)} g (${formatPercent(other / own, 0)})`
  }
  const noon = [0, 1]
    .map((index) =>
      formatPercent(
        of((block) => block.noon[index]),
        0,
      ),
    )
    .join(' / ')
  const cells = [
    formatPercent(
      of(({ differs }) => differs),
      0,
    ),
    formatPercent(
      of(({ apart }) => apart),
      0,
    ),
    noon,
  ]
  return `| ${name} | ${[...cells, kept('lifeCycle'), kept('direct')].join(' | ')} |`
}

describe.skipIf(folder === null)('docs/methodology/carbon.md', () => {
  test('says on how many days life-cycle and direct emissions give different best blocks, and what each keeps of the other’s saving', async () => {
    if (folder === null) return
    const days = await daysOfRecord(folder)
    const documented = await Bun.file(join(import.meta.dir, '../../../docs/methodology/carbon.md')).text()
    expect(documented).toContain(`${days.length} Paris days`)
    for (const [index, season] of seasons.entries()) {
      const ofSeason = days.filter(({ month }) => Math.floor((month % 12) / 3) === index)
      expect(documented).toContain(rowOf(season, ofSeason))
    }
    expect(documented).toContain(rowOf('all', days))
  })
})
