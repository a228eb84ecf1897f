import { expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import type { WeatherContent } from '../sources/definition/content.ts'
import { leaveOutFarHours } from './plausible-hours.ts'

const now = Temporal.Instant.from('2026-02-03T12:20:00Z')
const hourAt = (hours: number) => Date.parse('2026-02-03T12:00:00Z') + hours * hourMs

const contentOf = (...hours: number[]): WeatherContent => ({
  runs: [
    {
      model: 'ecmwf_ifs025',
      hours: new Map(hours.map((hour) => [hourAt(hour), { temperatureCelsius: 8 }])),
      isWindFrom10m: false,
    },
  ],
  taken: 64,
  unreadable: 1,
  reasons: ['temperature_2m that is no number'],
})

test('hours far from now, as of a stamp in milliseconds, are left out and counted, and the others stay', () => {
  const asked = contentOf(-92 * 24, 0, 16 * 24)
  expect(leaveOutFarHours(asked, now)).toBe(asked)
  const { runs, taken, unreadable, reasons } = leaveOutFarHours(contentOf(-90_000, 0, 1, 470_000_000), now)
  expect([...(runs[0]?.hours.keys() ?? [])]).toEqual([hourAt(0), hourAt(1)])
  expect([taken, unreadable, reasons.at(-1)]).toEqual([64, 3, 'an hour that was not asked for'])
})

test('a run without any hour near now is left out whole', () => {
  expect(leaveOutFarHours(contentOf(470_000_000), now).runs).toEqual([])
})
