import { describe, expect, test } from 'bun:test'
import { computeAnalogForecast } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { hourMs } from '@hexawatt/shared/time/instant'
import { readArchivedAnalogInputs } from '@hexawatt/svc-ingest/src/audit/forecast/archived-analog-inputs.ts'
import { createPayloadReader } from '@hexawatt/svc-ingest/src/audit/payload-reader.ts'
import { analogFeedIds } from '@hexawatt/svc-ingest/src/forecast/analog-inputs.ts'
import { createAnalogInputsReader } from '@hexawatt/svc-ingest/src/forecast/analog-inputs-reader.ts'
import { pollSource } from '@hexawatt/svc-ingest/src/poll/poll-source.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { getSource } from '@hexawatt/svc-ingest/src/sources/registry.ts'
import { startIngestFixture } from '../testing/ingest-fixture.ts'

const revision = {
  kind: 'revised_slots',
  subject: 'generation_by_type',
  productionType: 'FOSSIL_GAS',
  factor: 1.01,
} as const
/** Polls of a live system, minutes after the first at 16:10. Between them gas is revised, and the forecasts of the evening come out. */
const polls = [0, 75, 110, 150]
const first = Temporal.Instant.from('2026-02-03T15:10:00Z')

const fixture = stopAtEnd(await startIngestFixture(first.toString()))
await seedReferences(fixture.deps.sql)
for (const [index, minutes] of polls.entries()) {
  fixture.clock.moveTo(first.add({ minutes }).toString())
  if (index === 2) fixture.faults.set([revision])
  for (const feed of analogFeedIds) await pollSource(fixture.deps, getSource(feed))
}

const archived = (at: Temporal.Instant) =>
  readArchivedAnalogInputs({ sql: fixture.sql, payloads: createPayloadReader(fixture.deps.archive) }, at)

describe('the inputs of the forecast', () => {
  test('forecast inputs from archived payloads equal those from stored rows, at any instant', async () => {
    const read = createAnalogInputsReader(fixture.sql)
    for (const minutes of [5, 80, 111, 155]) {
      const at = first.add({ minutes })
      const [inputs, proof] = [await read(at), await archived(at)]
      expect(proof.findings).toEqual([])
      expect(inputs).not.toBeNull()
      expect(proof.inputs).toEqual(inputs)
      expect(inputs && computeAnalogForecast(inputs, at, 48)).toHaveLength(49)
    }
  })

  test('forecast inputs include the hour that has just ended and every published horizon', async () => {
    const at = first.add({ minutes: 80 })
    const inputs = await createAnalogInputsReader(fixture.sql)(at)
    // It is 16:30 UTC: the hourly feed has the hour up to 15:00, the quarters of the mix that up to 16:00.
    const newest = Temporal.Instant.from('2026-02-03T15:00:00Z').epochMilliseconds
    for (const type of ['NUCLEAR', 'FOSSIL_GAS', 'BIOMASS', 'WASTE', 'WIND_OFFSHORE']) {
      expect(inputs?.generation.mwByType[type]?.get(newest)).toBeGreaterThan(0)
      expect(inputs?.generation.mwByType[type]?.get(newest + hourMs)).toBeUndefined()
    }
    const [row] = await fixture.sql`
      select count(*)::int as count from feed_values
      where feed = 'generation_by_type' and slot_start = '2026-02-03T15:00:00Z' and known_from <= ${at}`
    expect(row?.['count']).toBe(0)
    const endOf = (day: string) => Temporal.ZonedDateTime.from(`${day}T00:00[Europe/Paris]`).epochMilliseconds
    expect(inputs?.windAndSun.solar.publishedUntilMs).toBe(endOf('2026-02-06'))
    expect(inputs?.load.publishedUntilMs).toBe(endOf('2026-02-07'))
    expect(inputs?.price.publishedUntilMs).toBe(endOf('2026-02-05'))
  })

  test('forecast inputs of an altered row differ from those of the payloads', async () => {
    const at = first.add({ minutes: 155 })
    await fixture.sql`
      update feed_values set value = value + 1
      where feed = 'generation_forecast' and series = 'D-1/SOLAR' and slot_start = '2026-02-04T12:00:00Z'`
    const proof = await archived(at)
    expect(proof.findings).toEqual([expect.stringContaining('generation_forecast D-1/SOLAR')])
    expect(proof.inputs).not.toEqual(await createAnalogInputsReader(fixture.sql)(at))
  })
})
