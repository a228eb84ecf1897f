import { expect, test } from 'bun:test'
import { createColorScores } from './color-scores.ts'

test('the Brier score is 0 for a certain hit and 2 for a certain miss; red counts from 50 %', () => {
  const scores = createColorScores()
  scores.add({ blue: 1, white: 0, red: 0 }, 'BLUE')
  scores.add({ blue: 0, white: 0, red: 1 }, 'WHITE')
  scores.add({ blue: 0, white: 0.5, red: 0.5 }, 'RED')
  scores.add({ blue: 0.2, white: 0.4, red: 0.4 }, 'RED')
  const { days, brier, mostProbableRight, redRecall, redPrecision } = scores.result()
  expect(brier).toBeCloseTo((0 + 2 + 0.5 + (0.04 + 0.16 + 0.36)) / 4, 12)
  expect({ days, mostProbableRight, redRecall, redPrecision }).toEqual({
    days: 4,
    mostProbableRight: 0.75,
    redRecall: 0.5,
    redPrecision: 0.5,
  })
})

test('without a red day recall and precision are null', () => {
  const scores = createColorScores()
  scores.add({ blue: 1, white: 0, red: 0 }, 'BLUE')
  expect(scores.result()).toMatchObject({ redRecall: null, redPrecision: null })
})
