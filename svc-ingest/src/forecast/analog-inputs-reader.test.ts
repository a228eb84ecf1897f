import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { seedFactorSet } from '@hexawatt/shared/methodology/emission-factors'
import type { AnalogInputs } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { seedFactors } from '../references/factor-set-store.ts'
import { type ComputeFixture, createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { type AnalogInputsReader, createAnalogInputsReader } from './analog-inputs-reader.ts'

let fixture: ComputeFixture
let read: AnalogInputsReader

beforeEach(async () => {
  fixture = await createComputeFixture('2026-02-03T10:00:00')
  await seedFactors(fixture.sql, seedFactorSet)
  read = createAnalogInputsReader(fixture.sql)
})
afterEach(() => fixture.stop())

/** Brings a value of an hour, as known from an instant. */
async function bring(knownAt: string, feed: FeedId, series: string, hour: string, value: number): Promise<void> {
  fixture.moveTo(knownAt)
  const slotStart = utc(hour)
  const measurement = { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value, updatedAt: null }
  await fixture.bring(feed, { measurements: [measurement] })
}

const hour = '2026-02-02T10:00:00'
const priceOf = (inputs: AnalogInputs | null) => inputs?.price.byHour.get(utc(hour).epochMilliseconds)
/** Price of the hour as the same reader has it at these instants, one after the other. */
async function pricesAt(...instants: string[]): Promise<(number | undefined)[]> {
  const prices: (number | undefined)[] = []
  for (const at of instants) prices.push(priceOf(await read(utc(at))))
  return prices
}

const cold = (at: Temporal.Instant) => createAnalogInputsReader(fixture.sql)(at)

describe('the inputs of a forecast', () => {
  test('are the rows known at its instant, whatever came later', async () => {
    await bring('2026-02-03T10:00:00', 'power_exchanges', 'PRICE', hour, 50)
    await bring('2026-02-03T11:00:00', 'power_exchanges', 'PRICE', hour, 60)
    expect(await pricesAt('2026-02-03T09:59:59', '2026-02-03T10:59:59', '2026-02-03T11:00:00')).toEqual([
      undefined,
      50,
      60,
    ])
  })

  test('are read again for the days that got a new version, and for no other', async () => {
    await bring('2026-02-03T10:00:00', 'power_exchanges', 'PRICE', hour, 50)
    await bring('2026-02-03T10:00:00', 'power_exchanges', 'PRICE', '2026-01-20T10:00:00', 40)
    await read(utc('2026-02-03T10:30:00'))
    // Rows never change: a row with its old value was not read again.
    await fixture.sql`update feed_values set value = 41 where slot_start < '2026-01-21T00:00:00Z'`
    await bring('2026-02-03T10:40:00', 'power_exchanges', 'PRICE', hour, 55)
    const inputs = await read(utc('2026-02-03T10:50:00'))
    expect(priceOf(inputs)).toBe(55)
    expect(inputs?.price.byHour.get(utc('2026-01-20T10:00:00').epochMilliseconds)).toBe(40)
  })

  test('of an earlier instant stay correct after a later instant was read, and do not change later inputs', async () => {
    await bring('2026-02-03T10:00:00', 'power_exchanges', 'PRICE', hour, 50)
    await bring('2026-02-03T10:50:00', 'power_exchanges', 'PRICE', hour, 60)
    expect(await pricesAt('2026-02-03T10:51:00', '2026-02-03T10:49:00', '2026-02-03T10:52:00')).toEqual([60, 50, 60])
  })

  test('contain a version that was committed after the read that should have seen it', async () => {
    await read(utc('2026-02-03T10:30:00'))
    await bring('2026-02-03T10:29:00', 'power_exchanges', 'PRICE', hour, 50)
    expect(priceOf(await read(utc('2026-02-03T10:31:00')))).toBe(50)
  })

  test('equal the inputs of a fresh reader at any later moment, the next day and a day of another month', async () => {
    const series: [FeedId, string][] = [
      ['generation_by_type', 'NUCLEAR'],
      ['generation_forecast', 'ID/SOLAR'],
      ['generation_forecast', 'D-3/SOLAR'],
      ['consumption', 'D-1'],
      ['consumption_weekly', 'WEEKLY'],
      ['power_exchanges', 'PRICE'],
    ]
    for (const [step, now] of [
      '2026-02-03T10:00:00',
      '2026-02-03T23:30:00',
      '2026-02-04T09:00:00',
      '2026-03-20T10:00:00',
    ].entries()) {
      for (const [feed, name] of series) await bring(now, feed, name, `2026-02-0${2 + step}T10:00:00`, 30_000 + step)
      const at = utc(now).add({ minutes: 1 })
      expect(await read(at)).toEqual(await cold(at))
    }
  })

  test('have the whole past from the quarter-hourly mix while no hourly generation is known, and its last two days only where it is', async () => {
    const [long, recent] = ['2026-01-10T10:00:00', '2026-02-02T10:00:00']
    for (const at of [long, recent]) {
      for (const type of coreProductionTypes) await bring('2026-02-03T10:00:00', 'generation_mix_15min', type, at, 100)
    }
    const nuclearAt = (inputs: AnalogInputs | null, at: string) =>
      inputs?.generation.mwByType['NUCLEAR']?.get(utc(at).epochMilliseconds)
    const alone = await read(utc('2026-02-03T10:10:00'))
    expect([nuclearAt(alone, long), nuclearAt(alone, recent)]).toEqual([100, 100])
    for (const type of coreProductionTypes) {
      await bring('2026-02-03T10:20:00', 'generation_by_type', type, '2026-01-20T10:00:00', 90)
    }
    const both = await read(utc('2026-02-03T10:30:00'))
    expect([nuclearAt(both, long), nuclearAt(both, recent)]).toEqual([undefined, 100])
    expect(both).toEqual(await cold(utc('2026-02-03T10:30:00')))
  })

  test('are read once when two ask at the same time', async () => {
    await bring('2026-02-03T10:00:00', 'power_exchanges', 'PRICE', hour, 50)
    await bring('2026-02-03T10:50:00', 'power_exchanges', 'PRICE', hour, 60)
    const both = await Promise.all([read(utc('2026-02-03T10:51:00')), read(utc('2026-02-03T10:49:00'))])
    expect(both.map(priceOf)).toEqual([60, 50])
  })
})

test('without emission factors there are no inputs', async () => {
  await fixture.sql`delete from emission_factor_sets`
  expect(await read(utc('2026-02-03T10:30:00'))).toBeNull()
})
