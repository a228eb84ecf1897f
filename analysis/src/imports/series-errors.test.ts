import { expect, test } from 'bun:test'
import { computeSeriesErrors } from './series-errors.ts'

test('a constant difference is all bias: nothing is left without it, and the correlation is 1', () => {
  const errors = computeSeriesErrors([10, 20, 40].map((theirs) => [theirs + 3, theirs] as const))
  expect(errors).toMatchObject({ hours: 3, mae: 3, bias: 3 })
  expect(errors?.debiasedMae).toBeCloseTo(0, 12)
  expect(errors?.correlation).toBeCloseTo(1, 12)
})

test('differences of both signs cancel in the bias and count in the errors', () => {
  // By hand: differences 2, −4, 2, −4; mean −1; distances from it 3, 3, 3, 3.
  const errors = computeSeriesErrors([
    [12, 10],
    [16, 20],
    [12, 10],
    [16, 20],
  ])
  expect(errors).toEqual({ hours: 4, mae: 3, bias: -1, debiasedMae: 3, correlation: 1 })
})

test('without pairs there is no agreement', () => expect(computeSeriesErrors([])).toBeNull())
