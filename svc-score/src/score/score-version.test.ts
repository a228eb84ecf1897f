import { beforeEach, describe, expect, test } from 'bun:test'
import type { PlanId } from '@hexawatt/shared/contract/plans'
import {
  type ForecastSnapshot,
  forecastSnapshot,
  type ScoreSnapshot,
  scoreSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { createSampleSubScores, sampleForecast, sampleScore, testNow } from '../testing/sample-snapshots.ts'
import { createPlanHeaders, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(fixture.reset)

const paths = ['/v1/score', '/v1/score/forecast'] as const

/** Stores what was computed at an instant: by itself the same as at any other. */
async function store(at: string, score: Partial<ScoreSnapshot> = {}, forecast: Partial<ForecastSnapshot> = {}) {
  await fixture.store(scoreSnapshot, { ...sampleScore, computedAt: at, ...score })
  await fixture.store(forecastSnapshot, { ...sampleForecast, issuedAt: at, ...forecast })
}

async function headersOf(path: string, plan?: PlanId): Promise<Headers> {
  const response = await fixture.ask(path, plan)
  expect(response.status).toBe(200)
  await response.bytes()
  return response.headers
}
const tagOf = async (path: string, plan?: PlanId) => (await headersOf(path, plan)).get('etag')

describe('the entity tag', () => {
  test.each(paths)('of %s stays while time passes and the same values are recomputed', async (path) => {
    await store('2025-01-15T14:20:00Z')
    const tag = await tagOf(path)
    expect(tag).toMatch(/^W\/".+"$/)
    // Asked for again, the body is kept as bytes.
    expect([await tagOf(path), await tagOf(path)]).toEqual([tag, tag])
    fixture.moveTo('2025-01-15T14:29:00Z')
    await store('2025-01-15T14:28:00Z')
    expect(await tagOf(path)).toBe(tag)
  })

  test('changes with the computed values', async () => {
    await store(testNow)
    const [score, forecast] = [await tagOf(paths[0]), await tagOf(paths[1])]
    await store(testNow, { subScores: createSampleSubScores(50, 88.5, 80, 45.3) })
    expect([(await tagOf(paths[0])) === score, (await tagOf(paths[1])) === forecast]).toEqual([false, true])
    await store(testNow, {}, { hours: sampleForecast.hours.map((hour) => ({ ...hour, spotPriceEurPerMWh: null })) })
    expect([(await tagOf(paths[0])) === score, (await tagOf(paths[1])) === forecast]).toEqual([true, false])
  })

  test.each(paths)('of %s differs by weighting, not by spelling', async (path) => {
    await store(testNow)
    const queries = ['', '?profile=carbon', '?profile=national', '?wPrice=0.3&wCarbon=0.3&wGrid=0.2&wAdequacy=0.2']
    const tags = await Promise.all(queries.map((query) => tagOf(path + query)))
    expect(new Set(tags).size).toBe(queries.length)
    expect(await tagOf(`${path}?profile=CARBON`)).toBe(tags[1] ?? null)
  })

  test('of a forecast differs when plan or query give other hours', async () => {
    await store(testNow)
    const tags = [
      await tagOf(paths[1], 'decouverte'),
      await tagOf(paths[1], 'pro'),
      await tagOf(`${paths[1]}?hours=6`, 'pro'),
      await tagOf(`${paths[1]}?hours=48`, 'pro'),
    ]
    expect(new Set(tags).size).toBe(tags.length)
    expect(await tagOf(paths[1], 'scale')).toBe(tags[1] ?? null)
  })

  test('of a forecast changes when its first hour begins', async () => {
    await store(testNow)
    const tag = await tagOf(paths[1])
    fixture.moveTo('2025-01-15T14:59:59.999Z')
    expect(await tagOf(paths[1])).toBe(tag)
    fixture.moveTo('2025-01-15T15:00:00Z')
    expect(await tagOf(paths[1])).not.toBe(tag)
  })

  test('of a missing forecast is constant', async () => {
    const tag = await tagOf(paths[1])
    fixture.moveTo('2025-01-15T16:00:00Z')
    expect(await tagOf(paths[1])).toBe(tag)
  })
})

describe('Cache-Control', () => {
  const at = async (now: string, computedAt: string) => {
    await store(computedAt)
    fixture.moveTo(now)
    const values = await Promise.all(paths.map(async (path) => (await headersOf(path)).get('cache-control')))
    return values.map((value) => value?.match(/^private, max-age=(\d+)$/)?.[1])
  }

  test('reaches to the next ten minutes, never beyond the clock hour', async () => {
    expect(await at('2025-01-15T14:20:30Z', '2025-01-15T14:20:00Z')).toEqual(['570', '570'])
    expect(await at('2025-01-15T14:59:58.900Z', '2025-01-15T14:59:10Z')).toEqual(['1', '1'])
    expect(await at('2025-01-15T14:20:00Z', '2025-01-15T14:20:00Z')).toEqual(['600', '600'])
  })

  test('after an overdue calculation reaches to the next one', async () => {
    expect(await at('2025-01-15T15:00:05Z', '2025-01-15T14:59:40Z')).toEqual(['35', '35'])
    expect(await at('2025-01-15T15:05:00Z', '2025-01-15T14:59:40Z')).toEqual(['60', '60'])
  })

  test('of a missing forecast is one minute', async () => {
    expect((await headersOf(paths[1])).get('cache-control')).toBe('private, max-age=60')
  })
})

describe('a client that has the version', () => {
  const ask = (path: string, condition: Record<string, string>) =>
    fetch(fixture.url + path, { headers: { ...createPlanHeaders('scale'), ...condition } })

  test.each(paths)('of %s gets 304 without a body, with the same validators', async (path) => {
    await store('2025-01-15T14:20:00Z')
    const headers = await headersOf(path)
    const etag = headers.get('etag') ?? ''
    expect(headers.get('last-modified')).toBe('Wed, 15 Jan 2025 14:20:00 GMT')
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", ${etag.slice(2)}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': 'Wed, 15 Jan 2025 14:20:00 GMT' },
      { 'if-none-match': etag, 'if-modified-since': 'Wed, 15 Jan 2020 14:20:00 GMT' },
    ] as Record<string, string>[]) {
      const known = await ask(path, condition)
      expect([known.status, await known.text()]).toEqual([304, ''])
      for (const name of ['etag', 'last-modified', 'cache-control', 'x-data-mode']) {
        expect(known.headers.get(name)).toBe(headers.get(name))
      }
      expect(known.headers.get('content-type')).toBeNull()
    }
    const other = { 'if-none-match': '"other"', 'if-modified-since': 'Wed, 15 Jan 2025 14:20:00 GMT' }
    expect((await ask(path, other)).status).toBe(200)
  })

  test.each(paths)('of %s gets a changed response after the clock hour, by the date alone', async (path) => {
    await store('2025-01-15T14:20:00Z')
    fixture.moveTo('2025-01-15T15:00:05Z')
    const { headers, status } = await ask(path, { 'if-modified-since': 'Wed, 15 Jan 2025 14:20:00 GMT' })
    expect([status, headers.get('last-modified')]).toEqual([200, 'Wed, 15 Jan 2025 15:00:00 GMT'])
  })

  test('gets a refusal without a version', async () => {
    const { status, headers } = await ask(paths[0], { 'if-none-match': '*' })
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([503, null, 'no-store'])
  })
})
