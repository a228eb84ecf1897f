import type { TariffColor } from '@hexawatt/shared/grid/public-signals'
import type { ColorProbabilities } from '@hexawatt/shared/methodology/tariff-colors/color-rule'
import { divideOrNull } from '../figures-text.ts'

/** Probability from which a day counts as announced red. */
const redAlarm = 0.5

/** Scores of one method at one lead. */
export function createColorScores() {
  let days = 0
  let squareSum = 0
  let right = 0
  const red = { hit: 0, falseAlarm: 0, missed: 0 }

  return {
    add({ blue, white, red: redProbability }: ColorProbabilities, came: TariffColor): void {
      days += 1
      squareSum +=
        (blue - (came === 'BLUE' ? 1 : 0)) ** 2 +
        (white - (came === 'WHITE' ? 1 : 0)) ** 2 +
        (redProbability - (came === 'RED' ? 1 : 0)) ** 2
      const mostProbable = Math.max(blue, white, redProbability)
      if ({ BLUE: blue, WHITE: white, RED: redProbability }[came] === mostProbable) right += 1
      const isAlarm = redProbability >= redAlarm
      if (isAlarm && came === 'RED') red.hit += 1
      else if (isAlarm) red.falseAlarm += 1
      else if (came === 'RED') red.missed += 1
    },

    /** Brier score over the three colours (0 best, 2 worst), shares of 0–1; null where there is nothing to divide by. */
    result: () => ({
      days,
      brier: divideOrNull(squareSum, days),
      mostProbableRight: divideOrNull(right, days),
      redRecall: divideOrNull(red.hit, red.hit + red.missed),
      redPrecision: divideOrNull(red.hit, red.hit + red.falseAlarm),
    }),
  }
}
