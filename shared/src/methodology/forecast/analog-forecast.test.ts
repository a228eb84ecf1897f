import { describe, expect, test } from 'bun:test'
import { hourMs, minuteMs } from '../../time/instant.ts'
import { computeProductionIntensity } from '../intensity.ts'
import { type AnalogHour, type AnalogInputs, computeAnalogForecast } from './analog-forecast.ts'
import { computeMadeUpGasMw, computeMadeUpWindMw, createMadeUpInputs, type Omitted } from './testing/made-up-past.ts'

const noon = Temporal.Instant.from('2024-05-14T10:20:00Z')
const issue = (inputs: AnalogInputs, now = noon): AnalogHour[] => {
  const hours = computeAnalogForecast(inputs, now, 48)
  if (hours === null) throw new Error('no forecast')
  return hours
}
/** Mean error of gas, MW, in the hours of today, of which wind and sun are published; gas held at its last output would be 407 MW off. */
const gasErrorMw = (hours: readonly AnalogHour[]): number => meanGasError(hours.slice(1, 12))
const meanGasError = (hours: readonly AnalogHour[]): number =>
  hours.reduce((sum, { startMs, powerMwByType }) => {
    return sum + Math.abs((powerMwByType['FOSSIL_GAS'] ?? Number.NaN) - computeMadeUpGasMw(startMs)) / hours.length
  }, 0)

describe('an analog forecast', () => {
  const hours = issue(createMadeUpInputs(noon))

  test('has the hour in progress as lead 0 and the 48 hours after it', () => {
    expect(hours.map(({ lead }) => lead)).toEqual(Array.from({ length: 49 }, (_, lead) => lead))
    expect(hours[0]?.startMs).toBe(Temporal.Instant.from('2024-05-14T10:00:00Z').epochMilliseconds)
    expect(hours[48]?.startMs).toBe(Temporal.Instant.from('2024-05-16T10:00:00Z').epochMilliseconds)
  })

  test('follows gas through the day, where carry-over would hold it', () => {
    expect(gasErrorMw(hours)).toBeLessThan(50)
  })

  test('computes its intensities from its own mix, life-cycle and direct', () => {
    const { factors } = createMadeUpInputs(noon)
    for (const { powerMwByType, carbon } of hours) {
      expect(carbon.lifeCycle?.gCo2eqPerKwh).toBe(
        computeProductionIntensity(powerMwByType, factors.lifeCycle)?.gCo2eqPerKwh,
      )
      expect(carbon.direct?.gCo2eqPerKwh).toBe(computeProductionIntensity(powerMwByType, factors.direct)?.gCo2eqPerKwh)
      expect(carbon.lifeCycle?.spread).toBeGreaterThan(0)
    }
  })

  test('is reproducible, and keeps nothing of another forecast', () => {
    issue(createMadeUpInputs(noon.add({ hours: 5 })), noon.add({ hours: 5 }))
    expect(issue(createMadeUpInputs(noon))).toEqual(hours)
  })

  test('equals the frozen values of the made-up grid, so that a changed formula or constant is noticed', () => {
    const rounded = [1, 12, 24, 48].map((lead) => {
      const hour = hours[lead]
      const values = [hour?.carbon.lifeCycle?.gCo2eqPerKwh, hour?.carbon.lifeCycle?.spread, hour?.priceEurPerMwh]
      const megawatts = [hour?.loadMw, hour?.windMw, hour?.powerMwByType['FOSSIL_GAS'], hour?.powerMwByType['NUCLEAR']]
      return [...values, ...megawatts].map((value) => Number((value ?? Number.NaN).toFixed(4)))
    })
    expect(rounded).toEqual([
      [249.2929, 0.0957, 76.6957, 56631.7891, 3134.683, 3335.5504, 38189.8015],
      [176.9226, 0.1336, 63.1481, 45756.8684, 4210.7359, 2513.5126, 38480.0585],
      [256.5297, 0.1156, 69.4294, 56166.8344, 4671.8594, 2948.8591, 38429.0843],
      [260.4953, 0.1207, 64.4057, 56076.7961, 5310.6683, 2762.9322, 38472.1094],
    ])
  })
})

describe('missing inputs', () => {
  const without = (omitted: Omitted): AnalogHour[] => issue(createMadeUpInputs(noon, omitted))

  test('without any price: prices are null, the mix is still projected', () => {
    const hours = without({ price: true })
    expect(hours.every(({ priceEurPerMwh }) => priceEurPerMwh === null)).toBe(true)
    expect(gasErrorMw(hours)).toBeLessThan(200)
  })

  test('without a consumption forecast: load is null, the mix is still projected', () => {
    const hours = without({ load: true })
    expect(hours.every(({ loadMw }) => loadMw === null)).toBe(true)
    expect(gasErrorMw(hours)).toBeLessThan(100)
  })

  test('without wind and solar forecasts: realised values stand in, and wind tends to its mean', () => {
    const hours = without({ weather: true })
    expect(hours[48]?.windMw).toBeGreaterThan(5000)
    expect(hours[48]?.windMw).toBeLessThan(8000)
    // 13:00 UTC is 15:00 in Paris, 00:00 UTC is night.
    expect(hours[3]?.solarMw).toBeGreaterThan(5000)
    expect(hours[14]?.solarMw).toBe(0)
  })

  test('with generation that is 6 h old: the forecast continues from the newest known hour', () => {
    expect(gasErrorMw(without({ generationHoursLate: 4 }))).toBeLessThan(50)
  })
})

describe('fresher and longer inputs', () => {
  test('the forecast continues from the hour that has just ended if it is known', () => {
    const fresh = createMadeUpInputs(noon, { generationHoursLate: -1 })
    // A jump of nuclear power in that hour alone: the next hours keep part of it, and without the hour none.
    const ended = noon.epochMilliseconds - 80 * minuteMs
    const nuclear = fresh.generation.mwByType['NUCLEAR']
    const jumped = { get: (startMs: number) => (nuclear?.get(startMs) ?? Number.NaN) + (startMs >= ended ? 3000 : 0) }
    const mwByType = { ...fresh.generation.mwByType, NUCLEAR: jumped }
    const nuclearMw = (inputs: AnalogInputs): number => issue(inputs)[1]?.powerMwByType['NUCLEAR'] ?? Number.NaN
    const late = createMadeUpInputs(noon)
    const jump = nuclearMw({ ...fresh, generation: { ...fresh.generation, mwByType } }) - nuclearMw(fresh)
    expect(jump).toBeGreaterThan(1500)
    expect(nuclearMw({ ...late, generation: { ...late.generation, mwByType } })).toBe(nuclearMw(late))
  })

  test('forecasts of any horizon count as published: wind, sun and load of two days ahead are used as they are', () => {
    const longer = issue(createMadeUpInputs(noon, { weatherDays: 3, loadDays: 3 }))
    const shorter = issue(createMadeUpInputs(noon))
    const [far, estimated] = [longer[40], shorter[40]]
    expect(far?.windMw).toBeCloseTo(computeMadeUpWindMw(far?.startMs ?? 0), -2)
    expect(Math.abs((estimated?.windMw ?? 0) - computeMadeUpWindMw(far?.startMs ?? 0))).toBeGreaterThan(500)
    expect(far?.loadMw).not.toBe(estimated?.loadMw ?? null)
    // Nothing is asked of prices: beyond the auction they are estimated, from inputs that reach further than they do.
    expect(longer.every(({ priceEurPerMwh }) => priceEurPerMwh !== null)).toBe(true)
    expect(meanGasError(longer)).toBeLessThan(meanGasError(shorter))
  })

  test('a day with only some published hours is not the last published day, yet its hours are used', () => {
    const { windAndSun, ...others } = createMadeUpInputs(noon, { weatherDays: 3 })
    const until = Temporal.Instant.from('2024-05-15T22:00:00Z').epochMilliseconds
    const isOut = (startMs: number): boolean => startMs < until || (startMs / hourMs) % 3 === 0
    const partly = (series: typeof windAndSun.solar) => ({
      byHour: { get: (startMs: number) => (isOut(startMs) ? series.byHour.get(startMs) : undefined) },
      publishedUntilMs: until,
    })
    const { windOnshore, windOffshore, solar } = windAndSun
    const some = issue({
      ...others,
      windAndSun: { windOnshore: partly(windOnshore), windOffshore, solar: partly(solar) },
    })
    const every = issue({ ...others, windAndSun })
    for (const [lead, hour] of some.entries()) {
      if (isOut(hour.startMs)) expect(hour.windMw).toBe(every[lead]?.windMw ?? Number.NaN)
      else expect(hour.windMw).toBeGreaterThan(3000)
    }
  })
})

describe('a cold start', () => {
  test('fewer than 48 hours of generation give null, so that the caller carries over', () => {
    expect(computeAnalogForecast(createMadeUpInputs(noon, { daysBack: 2 }), noon, 48)).toBeNull()
    expect(computeAnalogForecast(createMadeUpInputs(noon, { daysBack: 2.1 }), noon, 48)).not.toBeNull()
  })

  test('a few days of generation give a forecast of every hour', () => {
    const hours = issue(createMadeUpInputs(noon, { daysBack: 4 }))
    expect(hours.every(({ carbon }) => carbon.lifeCycle !== null && carbon.direct !== null)).toBe(true)
    // Gas held at its last output would be 1261 MW off over the 48 hours.
    expect(meanGasError(hours)).toBeLessThan(900)
  })
})

test('a price known in fewer than 168 hours does not select analogs, except during a cold start', () => {
  const { price, ...others } = createMadeUpInputs(noon)
  const recent = noon.epochMilliseconds - 100 * hourMs
  const byHour = { get: (startMs: number) => (startMs >= recent ? price.byHour.get(startMs) : undefined) }
  const priceOf = (factor: number) => ({ get: (startMs: number) => (byHour.get(startMs) ?? Number.NaN) * factor })
  const mixes = (inputs: AnalogInputs) => issue(inputs).map(({ powerMwByType }) => powerMwByType)
  const withPrice = (inputs: AnalogInputs, factor: number) => ({
    ...inputs,
    price: { ...price, byHour: priceOf(factor) },
  })
  // Filled from the days that have it, the price of earlier days stays unknown.
  expect(mixes(withPrice({ ...others, price }, 5))).toEqual(mixes(withPrice({ ...others, price }, 1)))
  const short = createMadeUpInputs(noon, { daysBack: 4 })
  expect(mixes(withPrice(short, 5))).not.toEqual(mixes(withPrice(short, 1)))
})

test('values after the known hours are never read', () => {
  const inputs = createMadeUpInputs(noon)
  const later = noon.epochMilliseconds - 2 * hourMs
  const nonsense = {
    get: (startMs: number) => (startMs < later ? inputs.generation.mwByType['NUCLEAR']?.get(startMs) : 1),
  }
  const mwByType = { ...inputs.generation.mwByType, NUCLEAR: nonsense }
  const changed = { ...inputs, generation: { ...inputs.generation, mwByType } }
  expect(issue(changed)).toEqual(issue(inputs))
})
