import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { PlanFigures } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { roundShownFigures } from '@hexawatt/shared/methodology/schedule/shown-figures'
import type { View } from '../texts/view.ts'

/** Figures of a plan as the answer shows them; null = unknown. They are rounded before they are subtracted, so that lines agree. */
export type Amounts = { centimes: number | null; grams: number | null; score: number | null }

/** How amounts that stand together are written: all in one unit. */
export type Units = { isEuro: boolean; isKilogram: boolean }

const [centimesPerEuro, gramsPerKilogram, gramsPerStep] = [100, 1_000, 100] as const

/** Units for amounts that stand together: euros from 1 € on, kilograms from 1 kg on. */
export function chooseUnits(plans: readonly PlanFigures[]): Units {
  const shown = plans.map(roundShownFigures)
  return {
    isEuro: shown.some(({ eur }) => Math.abs(eur ?? 0) >= 1),
    isKilogram: shown.some(({ gCo2eq }) => (gCo2eq ?? 0) >= gramsPerKilogram),
  }
}

/** Figures of a plan, rounded to what is shown: whole centimes, whole grams or tenths of a kilogram. */
export function toAmounts(plan: PlanFigures, { isKilogram }: Units): Amounts {
  const { eur, gCo2eq, score } = roundShownFigures(plan)
  const step = isKilogram ? gramsPerStep : 1
  return {
    centimes: eur === null ? null : roundHalfAwayFromZero(eur * centimesPerEuro, 0),
    grams: gCo2eq === null ? null : roundHalfAwayFromZero(gCo2eq / step, 0) * step,
    score,
  }
}

/** `26 centimes`, `1,20 €`; without its unit where the amount next to it has it. */
export function writeMoney(centimes: number, { isEuro }: Units, { texts, format }: View, hasUnit = true): string {
  const { centime, centimes: many } = texts.answer
  if (isEuro) {
    const amount = centimes / centimesPerEuro
    return hasUnit ? format.quantity(amount, 2, '€') : format.number(amount, 2)
  }
  if (!hasUnit) return format.number(centimes, 0)
  return format.quantity(centimes, 0, Math.abs(centimes) < 2 ? centime : many)
}

/** `75 g`, `1,2 kg`. */
export function writeGrams(grams: number, { isKilogram }: Units, { format }: View, hasUnit = true): string {
  const [value, decimals, unit] = isKilogram
    ? ([grams / gramsPerKilogram, 1, 'kg'] as const)
    : ([grams, 0, 'g'] as const)
  return hasUnit ? format.quantity(value, decimals, unit) : format.number(value, decimals)
}
