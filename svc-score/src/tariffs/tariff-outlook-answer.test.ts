import { beforeEach, describe, expect, test } from 'bun:test'
import { TariffOutlookResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { contractsSnapshot } from '@hexawatt/shared/snapshot/contracts'
import { type TariffOutlookSnapshot, tariffOutlookSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createPlanHeaders, readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(fixture.reset)

const certain = { blue: 1, white: 0, red: 0 }
const days: NonNullable<TariffOutlookSnapshot['outlook']>['days'] = [
  { date: '2025-01-15', color: 'RED', probabilities: { blue: 0, white: 0, red: 1 } },
  { date: '2025-01-16', color: 'BLUE', probabilities: certain },
  ...['17', '18', '19', '20', '21'].map((day) => ({
    date: `2025-01-${day}`,
    color: null,
    probabilities: { blue: 0.25, white: 0.5, red: 0.25 },
  })),
]
const sample: TariffOutlookSnapshot = {
  mode: 'replay',
  issuedAt: '2025-01-15T14:00:10Z',
  outlook: { variant: 'A', stock: { red: 9, white: 21 }, days },
}
const now = '2025-01-15T14:20:30Z'

async function served() {
  const response = await fixture.ask('/v1/tariff/outlook', 'decouverte')
  expect(response.status).toBe(200)
  return { headers: response.headers, body: v.parse(TariffOutlookResponse, await response.json()) }
}

describe('GET /v1/tariff/outlook', () => {
  test('has regulated prices on published days only', async () => {
    fixture.moveTo(now)
    await fixture.store(tariffOutlookSnapshot, sample)
    const { headers, body } = await served()
    expect(body).toMatchObject({ issuedAt: sample.issuedAt, variant: 'A', stock: { whiteLeft: 21, redLeft: 9 } })
    expect(body.days.map(({ status }) => status)).toEqual(['published', 'published', ...Array(5).fill('forecast')])
    // The table of 1 November 2024.
    expect(body.days[0]?.prices).toEqual({ peak: 0.7562, offPeak: 0.1568 })
    expect(body.days[1]?.prices).toEqual({ peak: 0.1609, offPeak: 0.1296 })
    expect(body.days[2]).toMatchObject({ color: null, prices: null })
    expect([headers.get('x-data-mode'), headers.get('x-service-confidence')]).toEqual(['replay', null])
  })

  test('has the prices of the regulator from the moment at which they are known, and says that it changed', async () => {
    fixture.moveTo(now)
    await fixture.store(tariffOutlookSnapshot, sample)
    const [tempo] = shippedTable.contracts.filter(({ id, from }) => id === 'tempo' && from === '2024-11-01')
    if (tempo === undefined) throw new Error('no prices')
    const [prices] = tempo.prices
    const eurPerKwh = { ...prices?.eurPerKwh, redPeak: 0.7 }
    const official = { ...tempo, certainty: 'official' as const, prices: [{ minKva: null, maxKva: null, eurPerKwh }] }
    await fixture.store(contractsSnapshot, { computedAt: '2025-01-15T14:10:00Z', contracts: [official] })
    const { headers, body } = await served()
    expect(body.days[0]?.prices).toEqual({ peak: 0.7, offPeak: 0.1568 })
    expect(headers.get('last-modified')).toBe('Wed, 15 Jan 2025 14:10:00 GMT')
  })

  test('has ten days when the outlook was issued with a weather forecast', async () => {
    fixture.moveTo(now)
    const further = ['22', '23', '24'].map((day) => ({ ...days[2], date: `2025-01-${day}` }) as (typeof days)[number])
    const outlook = { variant: 'A' as const, stock: { red: 9, white: 21 }, days: [...days, ...further] }
    await fixture.store(tariffOutlookSnapshot, { ...sample, outlook })
    const { body } = await served()
    expect(body.days).toHaveLength(10)
    expect(body.days.at(-1)).toMatchObject({ date: '2025-01-24', status: 'forecast' })
  })

  test('may be cached until the next full hour, and keeps its version when only the issue changes', async () => {
    fixture.moveTo(now)
    await fixture.store(tariffOutlookSnapshot, sample)
    const { headers } = await served()
    expect(headers.get('cache-control')).toBe('private, max-age=2370')
    await fixture.store(tariffOutlookSnapshot, { ...sample, issuedAt: '2025-01-15T14:20:00Z' })
    const again = await fetch(`${fixture.url}/v1/tariff/outlook`, {
      headers: { ...createPlanHeaders('pro'), 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    fixture.moveTo('2025-01-15T15:00:05Z')
    expect((await served()).headers.get('cache-control')).toBe('private, max-age=60')
  })

  test('drops an ended day at 06:00 in Paris, and is degraded after two hours without an issue', async () => {
    await fixture.store(tariffOutlookSnapshot, sample)
    fixture.moveTo('2025-01-16T05:00:00Z')
    const { headers, body } = await served()
    expect(body.days.map(({ date }) => date)[0]).toBe('2025-01-16')
    expect(body.days).toHaveLength(6)
    expect(headers.get('x-service-confidence')).toBe('degraded')
  })

  test('is 503 insufficient_data without a stock, an issue or a remaining day', async () => {
    fixture.moveTo(now)
    const refused = async () => readRefusal(await fixture.ask('/v1/tariff/outlook'))
    const expected = { status: 503, code: 'insufficient_data', retryAfter: '300' }
    expect(await refused()).toMatchObject(expected)
    await fixture.store(tariffOutlookSnapshot, { ...sample, outlook: null })
    expect(await refused()).toMatchObject({
      ...expected,
      problem: { confidence: 0, sourceAvailability: { tariff_calendar: false } },
    })
    await fixture.store(tariffOutlookSnapshot, sample)
    fixture.moveTo('2025-01-22T05:00:00Z')
    expect(await refused()).toMatchObject(expected)
    fixture.moveTo('2025-01-15T13:00:00Z')
    expect(await refused()).toMatchObject(expected)
  })
})
