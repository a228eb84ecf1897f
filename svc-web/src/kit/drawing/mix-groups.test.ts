import { expect, test } from 'bun:test'
import { groupPowerMw, presentGroups } from './mix-groups.ts'

test('production types are summed by group, an unknown type counts as other, and an unknown hour has no groups', () => {
  const powerMW = { NUCLEAR: 40_000, HYDRO_PUMPED_STORAGE: 10, HYDRO_WATER_RESERVOIR: 5, FUSION: 1 }
  expect(groupPowerMw({ powerMW })).toMatchObject({ nuclear: 40_000, hydro: 15, other: 1, gas: 0 })
  expect(groupPowerMw({ powerMW: null })).toBeNull()
})

test('the groups of some hours are those that produce in one of them, in stacking order', () => {
  const slot = { start: '2026-01-01T00:00:00Z', estimatedGCo2PerKwh: null, estimatedGCo2PerKwhConsumption: null }
  const slots = [
    { ...slot, powerMW: { SOLAR: 0, FOSSIL_GAS: 5 } },
    { ...slot, powerMW: null },
    { ...slot, powerMW: { NUCLEAR: 1 } },
  ]
  expect(presentGroups(slots)).toEqual(['nuclear', 'gas'])
})
