import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon/carbon-intensity'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { startDisturbedSystem } from './testing/disturbed-system-fixture.ts'

const system = stopAtEnd(await startDisturbedSystem())
beforeEach(() => system.begin())
afterEach(() => system.finish())

describe('values that cannot be right', () => {
  for (const [kind, reason] of [
    ['nuclear_zero', /NUCLEAR of 0, plausible/],
    ['nuclear_110gw', /NUCLEAR of 110000, plausible/],
  ] as const) {
    test(`${kind} is quarantined with the reason, and the hour waits for a better value`, async () => {
      expect(await system.pollWith({ kind, subject: 'generation_by_type' })).toBeNull()
      const body = await system.served()
      expect([body.dataSlotStart, body.dataAgeMinutes]).toEqual([system.firstHour(), 140])
      const [row] = await system.sql<{ reason: string }[]>`
        select reason from quarantined_values where seen_at = ${system.clock.now()}`
      expect(row?.reason).toMatch(reason)
      expect(await system.pollWith()).toBeNull()
      expect((await system.served()).dataSlotStart).toBe(system.secondHour())
    })

    test(`${kind} in an hour that is already stored does not change the good value`, async () => {
      await system.pollWith()
      const good = await system.served()
      expect(await system.pollWith({ kind, subject: 'generation_by_type', newestSlots: 5 })).toBeNull()
      expect(await system.served()).toEqual(good)
    })
  }

  test('an hour without nuclear is not served, and the last whole hour is', async () => {
    const fault = {
      kind: 'absent_slots',
      subject: 'generation_by_type',
      productionType: 'NUCLEAR',
      newerThanHours: 2.5,
    } as const
    expect(await system.pollWith(fault)).toBeNull()
    const body = await system.served()
    expect([body.dataSlotStart, body.dataAgeMinutes]).toEqual([system.firstHour(), 140])
  })

  test('an hour that the upstream leaves out stays missing', async () => {
    expect(
      await system.pollWith({ kind: 'absent_slots', subject: 'generation_by_type', newerThanHours: 2.5 }),
    ).toBeNull()
    expect((await system.served()).dataSlotStart).toBe(system.firstHour())
  })

  test('of duplicated slots the one with the latest updated date counts', async () => {
    const undisturbed = await system.undisturbedAnswer()
    expect(await system.pollWith({ kind: 'duplicate_slots', subject: 'generation_by_type' })).toBeNull()
    expect(await system.served()).toEqual(undisturbed)
  })

  test('a revised value replaces the former one in responses, and the former one stays readable', async () => {
    await system.pollWith()
    const before = await system.served()
    system.clock.advance({ minutes: 5 })
    const fault = {
      kind: 'revised_slots',
      subject: 'generation_by_type',
      productionType: 'FOSSIL_GAS',
      factor: 2,
    } as const
    expect(await system.pollWith(fault)).toBeNull()
    const gasOf = (body: CarbonIntensityResponse) =>
      body.mix?.find((entry) => entry.productionType === 'FOSSIL_GAS')?.valueMW
    const after = await system.served()
    expect(gasOf(after)).toBe(2 * (gasOf(before) ?? 0))
    const versions = await system.sql<{ value: number }[]>`
      select value from feed_values where series = 'FOSSIL_GAS' and slot_start = ${system.secondHour()}::timestamptz
      order by known_from`
    expect(versions.map(({ value }) => value)).toEqual([gasOf(before) ?? 0, gasOf(after) ?? 0])
  })

  // The last one: from then on the type counts as present in every hour.
  test('an unknown production type takes the conservative factor and is named', async () => {
    expect(await system.pollWith({ kind: 'unknown_production_type', subject: 'generation_by_type' })).toBeNull()
    const body = await system.served()
    expect(body.emissionFactorsSource.unmappedProductionTypes).toEqual(['FUSION'])
    expect(body.mix).toContainEqual({
      productionType: 'FUSION',
      valueMW: 100,
      sharePct: expect.any(Number),
      isLowCarbon: false,
    })
  })
})
