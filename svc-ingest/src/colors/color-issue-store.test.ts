import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ColorOutlook } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { addColorIssue, readAnnouncedWhite } from './color-issue-store.ts'

let fixture: ComputeFixture
beforeEach(async () => {
  fixture = await createComputeFixture('2026-01-13T09:00:00')
})
afterEach(() => fixture.stop())

const outlook = (white: number): ColorOutlook => ({
  variant: 'B',
  stock: { red: 12, white: 30 },
  days: [
    { date: '2026-01-13', color: 'RED', probabilities: { blue: 0, white: 0, red: 1 } },
    { date: '2026-01-14', color: null, probabilities: { blue: 1 - white, white, red: 0 } },
  ],
})
const add = (white: number, at: string) => addColorIssue(fixture.sql, outlook(white), utc(at))
const issues = () => fixture.sql`select issued_at::text from color_issues order by issued_at`

test('an outlook is archived once, and again only when its content changes', async () => {
  expect(await add(1 / 3, '2026-01-13T09:00:00')).toBe(true)
  expect(await add(1 / 3, '2026-01-13T10:00:00')).toBe(false)
  expect(await add(0.95, '2026-01-13T11:00:00')).toBe(true)
  expect(await issues()).toHaveLength(2)
  const days = await fixture.sql`
    select day::text, lead_days, color, white from color_issue_days where issued_at = ${utc('2026-01-13T09:00:00')} order by day`
  expect(days.map((row) => ({ ...row }))).toEqual([
    { day: '2026-01-13', leadDays: 0, color: 'RED', white: 0 },
    { day: '2026-01-14', leadDays: 1, color: null, white: 1 / 3 },
  ])
})

test('of several programs that issue the same outlook at once, one archives it', async () => {
  const instants = ['09:00:00', '09:00:01', '09:00:02', '09:00:03'].map((time) => `2026-01-13T${time}`)
  const added = await Promise.all(instants.map((at) => add(0.5, at)))
  expect(added.filter(Boolean)).toHaveLength(1)
  expect(await issues()).toHaveLength(1)
})

test('the colour that a day was announced with is the last forecast before its publication', async () => {
  await add(0.4, '2026-01-13T09:00:00')
  await add(0.93, '2026-01-13T12:00:00')
  const published = outlook(0)
  const days = published.days.map((day) => ({ ...day, color: 'BLUE' as const }))
  await addColorIssue(fixture.sql, { ...published, days }, utc('2026-01-14T09:00:00'))
  const announced = (at: string) => readAnnouncedWhite(fixture.sql, Temporal.PlainDate.from('2025-09-01'), utc(at))
  expect([...(await announced('2026-01-14T10:00:00'))]).toEqual([['2026-01-14', 0.93]])
  expect([...(await announced('2026-01-13T10:00:00'))]).toEqual([['2026-01-14', 0.4]])
})
