import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { coreBorderCountries } from '@hexawatt/shared/grid/borders'
import { neighbourMixIds } from '@hexawatt/shared/grid/publishers'
import { computeCompleteHours } from '@hexawatt/shared/methodology/imports/neighbour-intensity'
import { createNeighbourFactors } from '@hexawatt/shared/methodology/imports/neighbour-types'
import { readNeighbourHours } from '@hexawatt/shared/stored-rows/neighbour-generation-store'
import { hourMs } from '@hexawatt/shared/time/instant'
import { packPayload } from '@hexawatt/svc-ingest/src/archive/payload-store.ts'
import { retirePayloads } from '@hexawatt/svc-ingest/src/maintenance/maintain.ts'
import { storeNeighbour } from '@hexawatt/svc-ingest/src/neighbours/store-neighbour.ts'
import { pollIfDue } from '@hexawatt/svc-ingest/src/planning/poll-if-due.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { neighbourMixes } from '@hexawatt/svc-ingest/src/sources/energy-charts/neighbours.ts'
import { readNeighbourMix } from '@hexawatt/svc-ingest/src/sources/energy-charts/read-neighbour-mix.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { type IngestFixture, startIngestFixture } from '../testing/ingest-fixture.ts'

const asOf = '2026-02-03T18:40:00Z'
let fixture: IngestFixture

beforeEach(async () => {
  fixture = await startIngestFixture(asOf)
})
afterEach(() => fixture.stop())

const poll = (country: (typeof coreBorderCountries)[number]) =>
  pollSource(fixture.deps, getSource(neighbourMixIds[country]), [])

/** Stored hours of every neighbour as known now. */
const stored = () => {
  const now = fixture.clock.now()
  return readNeighbourHours(fixture.sql, { from: now.subtract({ hours: 24 * 40 }), to: now }, now)
}

describe('the mixes of the neighbours', () => {
  test('a first poll stores a month of every neighbour to the newest published hour, and its payload gives the same again', async () => {
    for (const { id } of neighbourMixes) await pollSource(fixture.deps, getSource(id), [])
    const byCountry = await stored()
    expect([...byCountry.keys()].sort()).toEqual([...coreBorderCountries])
    for (const [country, hours] of byCountry) {
      // From midnight in Paris 30 days ago to the newest hour that is public two and a half hours after its end.
      expect([country, hours.length]).toEqual([country, 30 * 24 + 17])
      expect(hours.at(-1)?.startMs).toBe(Date.parse('2026-02-03T15:00:00Z'))
      const payloadId = hours[0]?.payloadId ?? ''
      const found = (await fixture.deps.archive.read([payloadId])).get(payloadId)
      if (found?.content.kind !== 'read') throw new Error(`payload ${payloadId} cannot be read`)
      const query = Object.fromEntries(new URLSearchParams(found.payload.asked))
      const neighbour = coreBorderCountries.find((one) => one === country) ?? 'BE'
      const again = readNeighbourMix(neighbour, { body: found.content.body, query })
      expect(again.hours.map(({ startMs, mwByType }) => [startMs, mwByType])).toEqual(
        hours.map(({ startMs, powerMwByType }) => [startMs, powerMwByType]),
      )
    }
    const factors = createNeighbourFactors({
      ...{ NUCLEAR: 3.7, FOSSIL_GAS: 418, FOSSIL_HARD_COAL: 1_060, FOSSIL_OIL: 730, BIOMASS: 230, WASTE: 494 },
      ...{ HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 6, HYDRO_WATER_RESERVOIR: 6, HYDRO_PUMPED_STORAGE: 6 },
      ...{ SOLAR: 43.9, WIND_ONSHORE: 14.1, WIND_OFFSHORE: 15.6, GEOTHERMAL: 45 },
    })
    const meanOf = (country: string) => {
      const values = [...computeCompleteHours(byCountry.get(country) ?? [], factors).values()]
      expect(values).toHaveLength(30 * 24 + 17)
      return values.reduce((sum, { lifeCycle }) => sum + lifeCycle, 0) / values.length
    }
    const [swiss, german, italian] = [meanOf('CH'), meanOf('DE'), meanOf('IT')]
    expect(swiss).toBeLessThan(20)
    expect(german).toBeGreaterThan(italian)
  })

  test('a poll without news adds no version, and three hours later one call adds three hours', async () => {
    await poll('BE')
    const before = (await stored()).get('BE')?.length ?? 0
    fixture.clock.advance({ minutes: 20 })
    expect((await poll('BE')).neighbour.changed).toBe(0)
    fixture.clock.advance({ hours: 3 })
    const { neighbour, answered, found } = await poll('BE')
    expect([neighbour.changed, answered, found.get('neighbour_mixes')]).toEqual([3, 1, 24 + 20])
    expect((await stored()).get('BE')).toHaveLength(before + 3)
  })

  test('a neighbour that the publisher does not know leaves the others as they are, and is no failure', async () => {
    fixture.faults.set([{ kind: 'not_found_404', subject: 'energy-charts', times: 1 }])
    expect((await poll('GB')).answered).toBe(0)
    await poll('CH')
    expect([...(await stored()).keys()]).toEqual(['CH'])
    const [row] = await fixture.sql<{ failures: number }[]>`
      select consecutive_failures as failures from source_status where source = ${neighbourMixIds.GB}`
    expect(row?.failures).toBe(0)
  })

  test('hours that come a week late are added when they come', async () => {
    fixture.faults.set([{ kind: 'late_mix', subject: 'energy-charts', country: 'de', lagHours: 168 }])
    await poll('DE')
    const newest = async () => (await stored()).get('DE')?.at(-1)?.startMs
    expect(await newest()).toBe(Date.parse('2026-01-27T17:00:00Z'))
    fixture.faults.clear()
    // The first poll of the next day asks for the last days again.
    fixture.clock.advance({ hours: 6 })
    expect((await poll('DE')).neighbour.changed).toBe(7 * 24 + 4)
    expect(await newest()).toBe(Date.parse('2026-02-03T21:00:00Z'))
  })

  test('an hour whose type is late is completed by a version of its own; a type that vanishes takes nothing away', async () => {
    fixture.faults.set([{ kind: 'late_mix', subject: 'energy-charts', country: 'es', lagHours: 5, name: 'Fossil gas' }])
    await poll('ES')
    const gasAt = async (start: string) =>
      (await stored()).get('ES')?.find(({ startMs }) => startMs === Date.parse(start))?.powerMwByType['FOSSIL_GAS']
    expect(await gasAt('2026-02-03T13:00:00Z')).toBeUndefined()
    fixture.faults.clear()
    fixture.clock.advance({ minutes: 20 })
    await poll('ES')
    const gas = await gasAt('2026-02-03T13:00:00Z')
    expect(gas).toBeGreaterThan(0)
    fixture.faults.set([{ kind: 'late_mix', subject: 'energy-charts', country: 'es', lagHours: 9, name: 'Fossil gas' }])
    fixture.clock.advance({ minutes: 20 })
    expect((await poll('ES')).neighbour.changed).toBe(0)
    expect(await gasAt('2026-02-03T13:00:00Z')).toBe(gas)
  })

  test('values that no country can have are quarantined with their reason, and their hour lacks the type', async () => {
    const startMs = Date.parse('2026-02-03T12:00:00Z')
    const unix_seconds = [0, 1, 6].map((hour) => (startMs + hour * hourMs) / 1_000)
    const production_types = [
      { name: 'Nuclear', data: [3_900, 3_900, 3_900] },
      { name: 'Solar', data: [20_001, null, null] },
      { name: 'Fossil oil', data: [-2_001, null, null] },
      { name: 'Waste', data: [-3, null, null] },
    ]
    const body = new TextEncoder().encode(JSON.stringify({ unix_seconds, production_types }))
    const content = readNeighbourMix('BE', { body, query: {} })
    const packed = await packPayload(body)
    const payload = { publisher: 'energy-charts', source: neighbourMixIds.BE, query: {}, packed, content } as const
    expect(await storeNeighbour(fixture.deps, payload)).toEqual({ taken: 3, quarantined: 3, changed: 2 })
    expect((await stored()).get('BE')?.map(({ powerMwByType }) => powerMwByType)).toEqual([
      { NUCLEAR: 3_900, WASTE: -3 },
      { NUCLEAR: 3_900 },
    ])
    const refused = await fixture.sql<{ series: string; reason: string }[]>`
      select series, reason from quarantined_values where feed = ${neighbourMixIds.BE} order by slot_start, series`
    expect(refused.map(({ series, reason }) => `${series}: ${reason}`)).toEqual([
      'FOSSIL_OIL: outside -2000 to 20000 MW',
      'SOLAR: outside -2000 to 20000 MW',
      'NUCLEAR: realised value of an hour that ends in the future',
    ])
  })

  test('payloads of mixes outlive the retention of payloads', async () => {
    await poll('CH')
    const payloadId = (await stored()).get('CH')?.[0]?.payloadId ?? ''
    fixture.clock.moveTo('2027-03-01T00:00:00Z')
    await retirePayloads({ ...fixture.deps, rawRetentionMonths: 12 })
    const found = (await fixture.deps.archive.read([payloadId])).get(payloadId)
    expect(found?.content.kind).toBe('read')
  })
})

test('a neighbour is polled at its planned times in demo mode as with real data, once every three hours', async () => {
  const [source] = neighbourMixes
  if (source === undefined) throw new Error('no source')
  let polls = 0
  for (let minute = 0; minute < 12 * 60; minute += 5) {
    if ((await pollIfDue(fixture.deps, source, 'planned')) !== null) polls++
    fixture.clock.advance({ minutes: 5 })
  }
  // At the start, then at 22:32, 01:32, 04:32 and 07:32 in Paris.
  expect(polls).toBe(5)
})
