import { expect, test } from 'bun:test'
import { outlookConstants } from '@hexawatt/shared/methodology/forecast/outlook-constants'
import { hourMs } from '@hexawatt/shared/time/instant'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { addFitSamples, createFitSums, solveConstants } from './fit-constants.ts'

const fromMs = Date.UTC(2024, 0, 1)
const toMs = fromMs + 40 * 24 * hourMs
const record = createMadeUpRecord({ fromMs, toMs })
const makeSeries = (valueAt: (hour: number) => number) =>
  new Map(Array.from({ length: 40 * 24 }, (_, hour) => [fromMs + hour * hourMs, valueAt(hour)]))
const observed = {
  temperatureCelsius: makeSeries((hour) => 8 + 3 * Math.sin(hour / 40)),
  clearness: makeSeries((hour) => 0.5 + 0.3 * Math.sin(hour / 17)),
}
const span = { fromMs: fromMs + 28 * 24 * hourMs, toMs: fromMs + 34 * 24 * hourMs }

test('with weather the rows beyond 48 hours are fitted, and without it none has a sample', () => {
  const [withWeather, without] = [createFitSums(), createFitSums()]
  addFitSamples(groupBySeries(record, observed), span, () => [withWeather], new Set(['weather']))
  addFitSamples(groupBySeries(record), span, () => [without])
  const countFar = (sums: typeof without) => sums.mix.NUCLEAR.slice(6).map(({ samples }) => samples)
  // Eight issues a day for six days, twelve leads a bucket.
  expect(countFar(withWeather)).toEqual([576, 576])
  expect(countFar(without)).toEqual([0, 0])
  expect(without.farPrice.every(({ samples }) => samples === 0)).toBe(true)
  const { deviationWeights, farPriceCoefficients } = solveConstants(withWeather, outlookConstants)
  expect(deviationWeights.NUCLEAR).toHaveLength(8)
  expect(deviationWeights.NUCLEAR.at(-1)).not.toEqual(outlookConstants.deviationWeights.NUCLEAR.at(-1))
  expect(Object.keys(farPriceCoefficients)).toEqual(Object.keys(outlookConstants.farPriceCoefficients))
  expect(farPriceCoefficients[12]).not.toEqual(outlookConstants.farPriceCoefficients[12] ?? [])
  // A state without enough samples keeps what is shipped.
  expect(solveConstants(createFitSums(), outlookConstants)).toEqual(outlookConstants)
}, 60_000)
