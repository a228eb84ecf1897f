import { beforeEach, describe, expect, test } from 'bun:test'
import { TariffTodayResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import { type TariffSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(fixture.reset)

const store = (
  days: TariffSnapshot['days'],
  computedAt = '2025-01-01T00:00:00Z',
  changes: Partial<TariffSnapshot> = {},
) =>
  fixture.store(tariffSnapshot, {
    mode: 'demo',
    computedAt,
    publishedAt: '2025-01-01T00:00:00Z',
    fetchedAt: '2025-01-01T00:00:00Z',
    days,
    ...changes,
  })

async function served() {
  const response = await fixture.ask('/v1/tariff/today', 'decouverte')
  expect(response.status).toBe(200)
  const body = v.parse(TariffTodayResponse, await response.json())
  return { body, confidence: response.headers.get('x-service-confidence'), mode: response.headers.get('x-data-mode') }
}

const winter: TariffSnapshot['days'] = [
  { date: '2025-01-14', color: 'Rouge' },
  { date: '2025-01-15', color: 'Blanc' },
  { date: '2025-01-16', color: 'Bleu' },
]

describe('the colour in force', () => {
  test('is yesterday’s before 06:00 in Paris and today’s after that', async () => {
    await store(winter)
    fixture.moveTo('2025-01-15T04:59:59Z')
    const night = await served()
    expect(Object.keys(night.body)).toEqual(Object.keys(TariffTodayResponse.entries))
    expect(night).toMatchObject({ confidence: null, mode: 'demo' })
    expect(night.body).toMatchObject({
      date: '2025-01-15',
      color: 'Blanc',
      inForce: { color: 'Rouge', from: '2025-01-14T05:00:00Z', to: '2025-01-15T05:00:00Z' },
    })
    fixture.moveTo('2025-01-15T05:00:00Z')
    expect((await served()).body.inForce).toEqual({
      color: 'Blanc',
      from: '2025-01-15T05:00:00Z',
      to: '2025-01-16T05:00:00Z',
    })
  })

  test('stays yesterday’s after midnight, when the calendar day has changed', async () => {
    await store(winter)
    fixture.moveTo('2025-01-15T23:00:00Z')
    expect((await served()).body).toMatchObject({ date: '2025-01-16', color: 'Bleu', inForce: { color: 'Blanc' } })
  })

  test('is in force for 23 hours in spring and 25 in autumn when clocks change', async () => {
    await store([
      { date: '2025-03-29', color: 'Bleu' },
      { date: '2025-03-30', color: 'Blanc' },
      { date: '2025-10-25', color: 'Rouge' },
      { date: '2025-10-26', color: 'Bleu' },
    ])
    for (const [at, inForce] of [
      ['2025-03-30T03:59:59Z', { color: 'Bleu', from: '2025-03-29T05:00:00Z', to: '2025-03-30T04:00:00Z' }],
      ['2025-03-30T04:00:00Z', { color: 'Blanc', from: '2025-03-30T04:00:00Z', to: '2025-03-31T04:00:00Z' }],
      ['2025-10-26T04:59:59Z', { color: 'Rouge', from: '2025-10-25T04:00:00Z', to: '2025-10-26T05:00:00Z' }],
      ['2025-10-26T05:00:00Z', { color: 'Bleu', from: '2025-10-26T05:00:00Z', to: '2025-10-27T05:00:00Z' }],
    ] as const) {
      fixture.moveTo(at)
      expect((await served()).body.inForce).toEqual(inForce)
    }
  })
})

test('colours from a fallback source are served as degraded', async () => {
  fixture.moveTo('2025-01-15T12:00:00Z')
  await store(winter, '2025-01-15T11:59:00Z', { mode: 'live', usesSpare: true })
  expect(await served()).toMatchObject({ confidence: 'degraded', mode: 'live', body: { color: 'Blanc' } })
  await store(winter, '2025-01-15T11:59:30Z', { mode: 'live' })
  expect(await served()).toMatchObject({ confidence: null })
})

describe('unknown colours are null and degraded', () => {
  test('when nothing is stored', async () => {
    fixture.moveTo('2025-01-15T05:00:00Z')
    const { body, confidence, mode } = await served()
    expect([confidence, mode]).toEqual(['degraded', null])
    expect(body).toMatchObject({
      date: '2025-01-15',
      color: null,
      inForce: { color: null, from: '2025-01-15T05:00:00Z', to: '2025-01-16T05:00:00Z' },
      publishedAt: null,
      fetchedAt: null,
    })
  })

  test('when one of the two days is missing', async () => {
    fixture.moveTo('2025-01-15T03:00:00Z')
    await store([{ date: '2025-01-15', color: 'Blanc' }])
    expect(await served()).toMatchObject({ confidence: 'degraded', body: { color: 'Blanc', inForce: { color: null } } })
    await store([{ date: '2025-01-14', color: 'Rouge' }])
    expect(await served()).toMatchObject({ confidence: 'degraded', body: { color: null, inForce: { color: 'Rouge' } } })
  })

  test('when the snapshot is from the future of the clock', async () => {
    fixture.moveTo('2025-01-15T10:00:00Z')
    await store(winter, '2025-01-15T11:00:00Z')
    expect((await served()).body).toMatchObject({ color: null, fetchedAt: null })
  })
})
