import { describe, expect, test } from 'bun:test'
import { toMs } from '../testing/sample-inputs.ts'
import { listProgrammableCapacities, type Outage, programmableTypes, sumAvailableMw } from './available-capacity.ts'

const hour = toMs('2026-02-03T18:00:00Z')

function outage(from: string, to: string, unavailableMw: number, rest: Partial<Outage> = {}): Outage {
  const span = { startMs: toMs(`2026-02-03T${from}:00Z`), endMs: toMs(`2026-02-03T${to}:00Z`) }
  return { unitCode: 'A', productionType: 'NUCLEAR', ...span, unavailableMw, installedMw: null, ...rest }
}
const available = (...outages: Outage[]) =>
  sumAvailableMw(listProgrammableCapacities({ NUCLEAR: 2_000, FOSSIL_GAS: 500 }, outages, hour))

describe('available programmable capacity', () => {
  test('is the sum of the programmable types only', () => {
    const installed = Object.fromEntries(programmableTypes.map((type, index) => [type, 10 ** index]))
    expect(sumAvailableMw(listProgrammableCapacities(installed, [], hour))).toBe(11_111_111)
    const others = { SOLAR: 9_000, WIND_ONSHORE: 9_000, HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 9_000, MARINE: 9_000 }
    expect(sumAvailableMw(listProgrammableCapacities({ ...installed, ...others }, [], hour))).toBe(11_111_111)
  })

  test('loses an outage in proportion to the part of the hour that it covers', () => {
    expect(available(outage('17:00', '20:00', 800))).toBe(1_700)
    expect(available(outage('18:45', '20:00', 800))).toBe(2_300)
    expect(available(outage('17:00', '18:15', 800))).toBe(2_300)
    expect(available(outage('18:20', '18:35', 800))).toBe(2_300)
  })

  test('loses nothing to an outage that ends when the hour begins, or begins when it ends', () => {
    expect(available(outage('17:00', '18:00', 800), outage('19:00', '20:00', 800))).toBe(2_500)
  })

  test('loses at most the capacity of a unit to all messages about that unit', () => {
    const unit = { installedMw: 900 }
    expect(available(outage('17:00', '20:00', 600, unit), outage('17:00', '20:00', 600, unit))).toBe(1_600)
    expect(available(outage('17:00', '18:30', 600, unit), outage('17:00', '18:30', 600, unit))).toBe(1_900)
    expect(available(outage('17:00', '20:00', 600), outage('17:00', '20:00', 600, unit))).toBe(1_600)
  })

  test('loses the full sum for different units, and for a unit of unknown capacity', () => {
    expect(available(outage('17:00', '20:00', 600), outage('17:00', '20:00', 600, { unitCode: 'B' }))).toBe(1_300)
    expect(available(outage('17:00', '20:00', 600), outage('17:00', '20:00', 600))).toBe(1_300)
  })

  test('of a type never falls below 0, and does not reduce other types', () => {
    expect(available(outage('17:00', '20:00', 9_000))).toBe(500)
    expect(available(outage('17:00', '20:00', 9_000, { productionType: 'SOLAR' }))).toBe(2_500)
  })
})
