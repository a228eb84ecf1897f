import { expect, test } from 'bun:test'
import { makeForecastBody, makeLatestBody, readPastHours } from './facade-bodies.ts'

const intensity = { timestamp: '2026-02-03T18:20:00Z', estimatedGCo2PerKwh: 50.5, mix: [], added: 'by a newer service' }
const changedAtMs = Date.parse('2026-02-03T18:10:00Z')

test('the latest intensity is marked estimated while a source is late or no realised hour is known, and rounds halves away from zero', () => {
  const known = { ...intensity, dataSlotStart: '2026-02-03T16:00:00Z' }
  expect(makeLatestBody(known, changedAtMs, false)).toEqual({
    zone: 'FR',
    carbonIntensity: 51,
    datetime: '2026-02-03T16:00:00.000Z',
    updatedAt: '2026-02-03T18:10:00.000Z',
    createdAt: '2026-02-03T18:10:00.000Z',
    emissionFactorType: 'lifecycle',
    flowTraced: false,
    temporalGranularity: 'hourly',
    isEstimated: false,
    estimationMethod: null,
  })
  const estimated = { isEstimated: true, estimationMethod: 'LATEST_KNOWN_VALUE' }
  expect(makeLatestBody(known, changedAtMs, true)).toMatchObject(estimated)
  const withoutHour = makeLatestBody({ ...intensity, dataSlotStart: null }, null, false)
  expect(withoutHour).toMatchObject({ ...estimated, datetime: '2026-02-03T18:00:00.000Z' })
})

test('a forecast begins with the hour of the quarter-hour in progress, and each hour has one value', () => {
  const rate = (start: string, end: string, value: number) => ({ start, end, value })
  const rates = [
    rate('2026-02-03T18:45:00Z', '2026-02-03T19:00:00Z', 40.4),
    rate('2026-02-03T19:00:00Z', '2026-02-03T19:15:00Z', 41.6),
    rate('2026-02-03T19:15:00Z', '2026-02-03T19:30:00Z', 41.6),
  ]
  expect(makeForecastBody(rates, changedAtMs, 0)).toEqual({
    zone: 'FR',
    forecast: [
      { carbonIntensity: 40, datetime: '2026-02-03T18:00:00.000Z' },
      { carbonIntensity: 42, datetime: '2026-02-03T19:00:00.000Z' },
    ],
    updatedAt: '2026-02-03T18:10:00.000Z',
  })
  expect(makeForecastBody([], null, Date.parse('2026-02-03T18:20:00Z'))).toEqual({
    zone: 'FR',
    forecast: [],
    updatedAt: '2026-02-03T18:00:00.000Z',
  })
})

test('a past hour has the newest value that describes it, and a point without a value is skipped', () => {
  const point = (timestamp: string, carbonSlotStart: string | null, carbonIntensityGco2Kwh: number | null) => ({
    timestamp: `2026-02-03T${timestamp}:00Z`,
    carbonSlotStart: carbonSlotStart && `2026-02-03T${carbonSlotStart}:00Z`,
    carbonIntensityGco2Kwh,
  })
  const points = [
    point('17:00', '15:00', 30),
    point('17:10', '15:00', 35),
    point('17:20', '16:00', 20),
    point('17:30', null, null),
    point('17:40', '17:00', null),
    // The publisher took the newest hour back.
    point('17:50', '15:00', 36),
  ]
  const hours = readPastHours({ points })
  expect(hours.map(({ datetime, carbonIntensity }) => [datetime.slice(11, 16), carbonIntensity])).toEqual([
    ['15:00', 36],
    ['16:00', 20],
  ])
  expect(hours[0]).toMatchObject({ createdAt: '2026-02-03T17:00:00.000Z', updatedAt: '2026-02-03T17:50:00.000Z' })
})
