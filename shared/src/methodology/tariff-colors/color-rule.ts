import { decisionNoise, rule } from './color-constants.ts'
import { computeNormalCdf } from './gaussian.ts'
import type { ColorDay } from './tariff-season.ts'

/** Red and white days that are left before a day. */
export type ColorStock = { red: number; white: number }

/** Probabilities of the three colours, sum 1. */
export type ColorProbabilities = { blue: number; white: number; red: number }

/** Belief about C of a day: mean and variance of a normal distribution. */
export type NetLoadBelief = { mean: number; variance: number }

/**
 * The colours that the rule leaves possible before C of the day is known. Every red day must be placed by 31 March and every white one by 31 August: when
 * as many are left as there are days that may take them, the day must. Red goes first; a day that must be white is never blue.
 */
export function findPossibleColors(day: ColorDay, stock: ColorStock): Record<keyof ColorProbabilities, boolean> {
  const red = day.mayBeRed && stock.red > 0
  if (red && stock.red >= day.redDaysLeft) return { blue: false, white: false, red }
  const white = day.mayBeWhite && stock.white > 0
  return { blue: !white || stock.white < day.whiteDaysLeft, white, red }
}

/** C above which the rule leaves blue. */
export function computeWhiteThreshold(dayOfSeason: number, { red, white }: ColorStock): number {
  return rule.white.base + rule.white.perDay * dayOfSeason + rule.white.perDayLeft * (red + white)
}

/** C above which the rule takes red. */
export function computeRedThreshold(dayOfSeason: number, { red }: ColorStock): number {
  return rule.red.base + rule.red.perDay * dayOfSeason + rule.red.perDayLeft * red
}

/**
 * Probabilities of the colours of a day: the rule with the noise of its decision,
 * P(≥ white) = Φ((C − T_w) / √(variance + s_w²)) and P(red) likewise with the greater of both thresholds. No floor; certain colours are exactly 0 or 1.
 *
 * @returns a function of the belief about C of that day; the parts that do not depend on the belief are computed once
 */
export function createColorProbabilities(
  day: ColorDay,
  stock: ColorStock,
): (belief: NetLoadBelief) => ColorProbabilities {
  const possible = findPossibleColors(day, stock)
  if (!possible.blue && !possible.white) return () => ({ blue: 0, white: 0, red: 1 })
  const { whiteBias, saturdayBias, redBias, whiteSd, redSd } = decisionNoise
  const whiteFrom = computeWhiteThreshold(day.dayOfSeason, stock) + whiteBias + (day.isSaturday ? saturdayBias : 0)
  const redFrom = Math.max(computeRedThreshold(day.dayOfSeason, stock) + redBias, whiteFrom)
  return ({ mean, variance }) => {
    const red = possible.red ? computeNormalCdf((mean - redFrom) / Math.sqrt(variance + redSd ** 2)) : 0
    if (!possible.white) return { blue: 1 - red, white: 0, red }
    if (!possible.blue) return { blue: 0, white: 1 - red, red }
    const notBlue = Math.max(red, computeNormalCdf((mean - whiteFrom) / Math.sqrt(variance + whiteSd ** 2)))
    return { blue: 1 - notBlue, white: notBlue - red, red }
  }
}
