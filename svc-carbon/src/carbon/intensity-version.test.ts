import { afterEach, describe, expect, test } from 'bun:test'
import type { CarbonAssessment } from '@hexawatt/shared/methodology/carbon-assessment'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { assessment, gatewayHeaders, startCarbonFixture, testStart } from '../testing/carbon-fixture.ts'

const fixture = stopAtEnd(await startCarbonFixture())
const { ask, moveTo, store } = fixture

describe('the version of the carbon intensity', () => {
  afterEach(() => moveTo(testStart))

  const tag = async (changes: Partial<CarbonAssessment> = {}, computedAt?: string) => {
    await store(changes, computedAt)
    return (await ask()).headers.get('etag')
  }
  const cacheControl = async (at: string, changes: Partial<CarbonAssessment> = {}) => {
    await store(changes)
    moveTo(at)
    return (await ask()).headers.get('cache-control')
  }

  test('stays while time passes, and changes with every served value', async () => {
    const first = await tag()
    expect(first).toMatch(/^W\/".+"$/)
    moveTo('2025-01-15T18:35:00Z')
    expect(await tag({}, '2025-01-15T18:34:00Z')).toBe(first)
    // Beyond the decimals that are served nothing has changed.
    expect(await tag({ productionGCo2eqPerKwh: 20.0041 })).toBe(first)
    const changes: Partial<CarbonAssessment>[] = [
      { productionGCo2eqPerKwh: 20.01 },
      { consumptionGCo2eqPerKwh: null, unmappedImportCountries: null },
      { importBasis: 'exchange_schedules' },
      { slotStart: '2025-01-15T17:00:00Z', slotEnd: '2025-01-15T18:00:00Z' },
      { slotSource: 'generation_mix_15min' },
      { mix: assessment.mix.toReversed() },
      { emissionFactors: { ...assessment.emissionFactors, source: 'agency V2' } },
    ]
    for (const change of changes) expect(await tag(change)).not.toBe(first)
  })

  test('may be cached until the next hour is due, two hours after the slot, at least a second', async () => {
    expect(await cacheControl('2025-01-15T18:20:30Z')).toBe('private, max-age=2370')
    expect(await cacheControl('2025-01-15T18:59:58.500Z')).toBe('private, max-age=1')
    expect(await cacheControl('2025-01-15T18:59:59.500Z')).toBe('private, max-age=1')
    // A slot that came early: the next one is more than an hour away.
    expect(await cacheControl('2025-01-15T17:10:00Z')).toBe('private, max-age=3600')
  })

  test('is cached for a minute when overdue or incomplete', async () => {
    expect(await cacheControl('2025-01-15T19:00:00Z')).toBe('private, max-age=60')
    expect(await cacheControl(testStart, { slotSource: 'generation_mix_15min' })).toBe('private, max-age=60')
    const incomplete = { consumptionGCo2eqPerKwh: null, unmappedImportCountries: null, importBasis: null }
    expect(await cacheControl(testStart, incomplete)).toBe('private, max-age=60')
    expect(await cacheControl(testStart, { importBasis: 'exchange_schedules' })).toBe('private, max-age=60')
  })

  test('is 304 without a body to a client that has it, with the same validators and data mode', async () => {
    await store()
    const { headers } = await ask()
    const etag = headers.get('etag') ?? ''
    expect(headers.get('last-modified')).toBe('Wed, 15 Jan 2025 18:20:00 GMT')
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-modified-since': 'Wed, 15 Jan 2025 18:20:00 GMT' },
      { 'if-none-match': etag, 'if-modified-since': 'Wed, 15 Jan 2020 18:20:00 GMT' },
    ] as Record<string, string>[]) {
      const known = await ask({ ...gatewayHeaders, ...condition })
      expect([known.status, await known.text()]).toEqual([304, ''])
      for (const name of ['etag', 'last-modified', 'cache-control', 'x-data-mode']) {
        expect(known.headers.get(name)).toBe(headers.get(name))
      }
      expect(known.headers.get('content-type')).toBeNull()
    }
    const stale = { 'if-none-match': '"other"', 'if-modified-since': 'Wed, 15 Jan 2025 18:20:00 GMT' }
    expect((await ask({ ...gatewayHeaders, ...stale })).status).toBe(200)
    expect((await ask({ ...gatewayHeaders, 'if-modified-since': 'Wed, 15 Jan 2025 18:19:59 GMT' })).status).toBe(200)
  })

  test('is absent from a refusal', async () => {
    await store()
    moveTo('2025-01-16T18:20:30Z')
    const { status, headers } = await ask({ ...gatewayHeaders, 'if-none-match': '*' })
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([503, null, 'no-store'])
  })
})
