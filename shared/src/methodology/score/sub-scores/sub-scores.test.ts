import { expect, test } from 'bun:test'
import {
  describeAdequacy,
  describeCarbon,
  describeGrid,
  describePrice,
  presentSubScores,
} from '../texts/sub-score-texts.ts'
import { listFallbackDimensions, type SubScoreSet, toSubScoreValues } from './sub-scores.ts'

const primary: SubScoreSet = {
  price: { value: 62.5, basis: { kind: 'day_ahead', eurPerMwh: 42 } },
  carbon: { value: 82.5, basis: { kind: 'realised', gCo2eqPerKwh: 20 } },
  grid: { value: 80, basis: { kind: 'signal', level: 1, imbalancePoints: 0 } },
  adequacy: { value: 53, basis: { kind: 'margin', margin: 0.448 } },
}

test('values and details are listed by dimension, in the order of every response', () => {
  expect(toSubScoreValues(primary)).toEqual({ price: 62.5, carbon: 82.5, grid: 80, adequacy: 53 })
  expect(presentSubScores(primary)).toEqual([
    { dimension: 'price', value: 62.5, detail: describePrice(primary.price) },
    { dimension: 'carbon', value: 82.5, detail: describeCarbon(primary.carbon) },
    { dimension: 'grid', value: 80, detail: describeGrid(primary.grid) },
    { dimension: 'adequacy', value: 53, detail: describeAdequacy(primary.adequacy) },
  ])
})

test('a dimension uses a fallback exactly when its basis is not one of its primary ones', () => {
  expect(listFallbackDimensions(primary)).toEqual([])
  const projected: SubScoreSet = { ...primary, carbon: { value: 82.5, basis: { kind: 'projected', gCo2eqPerKwh: 20 } } }
  expect(listFallbackDimensions(projected)).toEqual([])
  for (const kind of ['peak_estimate', 'off_peak_estimate', 'median'] as const) {
    expect(listFallbackDimensions({ ...primary, price: { value: 1, basis: { kind, eurPerMwh: 1 } } })).toEqual([
      'price',
    ])
  }
  for (const kind of ['same_hour_mean', 'median'] as const) {
    expect(listFallbackDimensions({ ...primary, carbon: { value: 1, basis: { kind, gCo2eqPerKwh: 1 } } })).toEqual([
      'carbon',
    ])
  }
  expect(listFallbackDimensions({ ...primary, grid: { value: 1, basis: { kind: 'adequacy' } } })).toEqual(['grid'])
  for (const kind of ['consumption', 'median'] as const) {
    const adequacy = { value: 1, basis: { kind, consumptionMw: 1 } }
    expect(listFallbackDimensions({ ...primary, adequacy })).toEqual(['adequacy'])
  }
})
