import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { ColorDay } from '../../plan/color-days.ts'
import type { PagePlan } from '../../plan/page-plan.ts'
import type { PriceKind } from './price-steps.ts'

const kindOfColor = { Bleu: 'blue', Blanc: 'white', Rouge: 'red' } as const

/** Makes the function that says what the price of a quarter-hour depends on under the contract of a plan. */
export function createPriceKinds(
  { choice, slots }: PagePlan,
  colors: readonly ColorDay[],
): (slot: PlanSlot) => PriceKind {
  const { tariff } = choice.contract
  if (tariff === 'base') return () => 'flat'
  if (tariff === 'spot') return () => 'market'
  if (tariff === 'tempo') {
    const byDate = new Map(colors.map((day) => [day.date, findLikeliest(day)]))
    return ({ tariffDate }) => byDate.get(tariffDate) ?? 'blue'
  }
  const prices = slots.flatMap(({ price }) => price?.eurPerKwh ?? [])
  const middle = (Math.min(...prices) + Math.max(...prices)) / 2
  return ({ price }) => (price !== null && price.eurPerKwh < middle ? 'offPeak' : 'peak')
}

/** The published colour of a Tempo day, else the most probable one. */
function findLikeliest({ color, probabilities }: ColorDay): PriceKind {
  if (color !== null) return kindOfColor[color]
  const { blue, white, red } = probabilities ?? { blue: 1, white: 0, red: 0 }
  if (red > blue && red > white) return 'red'
  return white > blue ? 'white' : 'blue'
}
