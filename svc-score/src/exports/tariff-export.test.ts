import { beforeEach, describe, expect, test } from 'bun:test'
import { EvccForecast } from '@hexawatt/shared/contract/formats/export-bodies'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { forecastSnapshot, tariffOutlookSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSampleHour, sampleForecast, sampleTariff } from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const likelyRed = { blue: 0.5, white: 0.25, red: 0.25 }

beforeEach(async () => {
  await fixture.reset()
  await fixture.store(forecastSnapshot, {
    ...sampleForecast,
    hourInProgress: createSampleHour('2025-01-15T14:00:00Z', 50),
  })
  await fixture.store(tariffSnapshot, sampleTariff)
  await fixture.store(tariffOutlookSnapshot, {
    mode: 'replay',
    issuedAt: '2025-01-15T14:00:10Z',
    outlook: {
      variant: 'A',
      stock: { red: 9, white: 21 },
      days: [{ date: '2025-01-17', color: null, probabilities: likelyRed }],
    },
  })
})

const rates = async (query = '') =>
  v.parse(EvccForecast, await (await fixture.ask(`/v1/export/evcc?quantity=tariff${query}`)).json())
const valueAt = (series: EvccRates, start: string) => series.find((rate) => rate.start === start)?.value
type EvccRates = Awaited<ReturnType<typeof rates>>

describe('the Tempo tariff, the default of quantity=tariff', () => {
  test('has the regulated price of each published colour, changing at 06:00 and 22:00 in Paris', async () => {
    const series = await rates()
    expect(series).toEqual(await rates('&tariff=tempo'))
    expect(series).toHaveLength(4 * 48)
    // White until 06:00 on the 16th, then red: the prices of 1 November 2024.
    expect(series[0]).toEqual({ start: '2025-01-15T14:15:00Z', end: '2025-01-15T14:30:00Z', value: 0.1894 })
    expect(valueAt(series, '2025-01-15T20:45:00Z')).toBe(0.1894)
    expect(valueAt(series, '2025-01-15T21:00:00Z')).toBe(0.1486)
    expect(valueAt(series, '2025-01-16T04:45:00Z')).toBe(0.1486)
    expect(valueAt(series, '2025-01-16T05:00:00Z')).toBe(0.7562)
  })

  test('costs the expected price over forecast colours, as the schedule calculates it', async () => {
    const peak = valueAt(await rates(), '2025-01-17T05:00:00Z')
    expect(peak).toBeCloseTo(0.5 * 0.1609 + 0.25 * 0.1894 + 0.25 * 0.7562, 5)
    const load = 'energyKWh=1&durationMinutes=60&objective=cost&tariff=tempo'
    const window = 'earliest=2025-01-17T05:00:00Z&latest=2025-01-17T06:00:00Z'
    const response = await fixture.ask(`/v1/schedule?${load}&${window}`)
    const { plan } = v.parse(ScheduleResponse, await response.json())
    expect(plan.cost?.eur).toBeCloseTo(peak ?? Number.NaN, 2)
  })

  test('ends where a colour is unknown, and is empty without any colour', async () => {
    await fixture.store(tariffOutlookSnapshot, { mode: 'replay', issuedAt: '2025-01-15T14:00:10Z', outlook: null })
    expect((await rates()).at(-1)?.end).toBe('2025-01-17T05:00:00Z')
    await fixture.forget()
    const response = await fixture.ask('/v1/export/evcc?quantity=tariff')
    expect([response.headers.get('x-service-confidence'), await response.json()]).toEqual(['degraded', []])
  })

  test('is degraded while the colour forecast is late, and is versioned by its prices', async () => {
    const ask = () => fixture.ask('/v1/export/emhass?quantity=tariff')
    const { headers } = await ask()
    expect(headers.get('x-service-confidence')).toBeNull()
    fixture.moveTo('2025-01-15T16:30:00Z')
    const later = await ask()
    expect(later.headers.get('x-service-confidence')).toBe('degraded')
    expect(later.headers.get('etag')).not.toBe(headers.get('etag'))
    expect(Object.entries(Object(await later.json()))[0]).toEqual(['2025-01-15T16:30:00Z', 0.1894])
  })
})

describe('other export tariffs', () => {
  test('base and off-peak prices need neither colours nor a forecast', async () => {
    await fixture.forget()
    const base = await rates('&tariff=base&subscribedKva=9')
    expect([base.length, new Set(base.map(({ value }) => value))]).toEqual([4 * 48, new Set([0.2516])])
    const offPeak = await rates('&tariff=hphc&offPeak=22:00-06:00')
    expect(valueAt(offPeak, '2025-01-15T20:45:00Z')).toBe(0.27)
    expect(valueAt(offPeak, '2025-01-15T21:00:00Z')).toBe(0.2068)
  })

  test('the spot tariff adds the supplier’s margin and VAT', async () => {
    const series = await rates('&tariff=spot&adderEurPerKwh=0.1&vatPercent=20')
    expect(series[0]?.value).toBe(0.168)
  })

  test('a parameter of another tariff or quantity is refused by name', async () => {
    const refused: [query: string, named: string][] = [
      ['quantity=tariff&tariff=blue', 'spot or base or hphc or tempo'],
      ['quantity=tariff&tariff=temp0', 'Did you mean tempo?'],
      ['quantity=tariff&tariff=hphc', 'offPeak'],
      ['quantity=tariff&tariff=base&offPeak=22:00-06:00', 'tariff=hphc'],
      ['quantity=tariff&tariff=spot&adder=none', 'turpe-'],
      ['quantity=tariff&tariff=base&subscribedKva=7', 'one of 3, 6'],
      ['quantity=tariff&vatPercent=20', 'tariff=spot'],
      ['quantity=price&tariff=tempo', 'quantity=tariff'],
      ['vatPercent=20', 'quantity=tariff'],
      ['quantity=tariff&tariff=base&tariff=base', 'accepted is one value'],
    ]
    for (const [query, named] of refused) {
      const { status, code, problem } = await readRefusal(await fixture.ask(`/v1/export/emhass?${query}`))
      expect([query, status, code]).toEqual([query, 400, 'invalid_parameter'])
      expect(problem.detail).toContain(named)
    }
  })
})
