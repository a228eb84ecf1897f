import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dimensions } from '../contract/dimensions.ts'
import { scoreLevels } from '../contract/score.ts'
import { type Advice, composeRecommendation } from '../methodology/score/texts/advice-texts.ts'
import { hourMs } from '../time/instant.ts'
import { recommendCached } from './energy-score.ts'

test('a cached recommendation is always the text of exactly this advice, also across midnight in Paris', () => {
  const evening = Temporal.Instant.from('2025-01-15T21:00:00Z').epochMilliseconds
  const betterHour = fc.record({
    startMs: fc.integer({ min: 1, max: 4 }).map((hours) => evening + hours * hourMs),
    globalScore: fc.constantFrom(80, 81),
  })
  // Few values, so that the same advice comes again and again.
  const advice: fc.Arbitrary<Advice> = fc.record({
    level: fc.constantFrom(...scoreLevels),
    globalScore: fc.constantFrom(50, 51),
    worst: fc.constantFrom(...dimensions),
    betterHour: fc.option(betterHour),
    now: fc
      .integer({ min: 0, max: 180 })
      .map((minutes) => Temporal.Instant.fromEpochMilliseconds(evening + minutes * 60_000)),
  })
  fc.assert(
    fc.property(advice, (given) => {
      expect(recommendCached(given)).toBe(composeRecommendation(given))
    }),
    { numRuns: 2_000 },
  )
})
