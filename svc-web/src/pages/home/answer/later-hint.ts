import { type PlanChoice, writeChoice } from '../plan/choice.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import { listDeadlines } from '../plan/ready-by.ts'
import type { View } from '../texts/view.ts'
import { chooseUnits, toAmounts, writeGrams, writeMoney } from './amounts.ts'
import { writeMoment } from './moment-words.ts'

/** What a later deadline would bring. */
export type Hint = { text: string; readyBy: string; query: string }

/** Quarter-hours until the deadline: a longer wait is proposed below the first number, and reaches at least the second, so that it includes a day. */
const [shortWindowSlots, longWindowSlots] = [120, 90] as const

/** Gains from which a longer wait is worth a line, centimes or grams. */
const [leastCentimes, leastGrams] = [2, 5] as const

/**
 * Proposes a later deadline when quiet hours keep the load from the best hours of the night, and the next day is clearly better.
 *
 * @param planFor makes the plan of another choice
 */
export function findLaterHint(
  plan: PagePlan | null,
  planFor: (choice: PlanChoice) => PagePlan | null,
  view: View,
): Hint | null {
  if (plan === null || !plan.result.isFeasible || plan.choice.quiet.length === 0) return null
  if (plan.windowSlots >= shortWindowSlots) return null
  const later = listDeadlines(plan.slots, plan.load.slots).find(
    ({ slot }) => slot >= longWindowSlots && slot > plan.windowSlots,
  )
  if (later === undefined) return null
  const choice = { ...plan.choice, readyBy: later.readyBy }
  const other = planFor(choice)
  if (other === null || !other.result.isFeasible) return null
  const plans = [plan.result.plan, other.result.plan]
  const units = chooseUnits(plans)
  const [own, better] = [toAmounts(plan.result.plan, units), toAmounts(other.result.plan, units)]
  const money = own.centimes === null || better.centimes === null ? 0 : own.centimes - better.centimes
  const grams = own.grams === null || better.grams === null ? 0 : own.grams - better.grams
  const isWorthALine = money >= leastCentimes || (money >= 0 && grams >= leastGrams)
  if (!isWorthALine) return null
  const { answer: words } = view.texts
  const gains = [
    ...(money > 0 ? [writeMoney(money, units, view)] : []),
    ...(grams > 0 ? [words.carbon(writeGrams(grams, units, view))] : []),
  ]
  const startMs = other.slots[other.result.plan.segments[0]?.first ?? 0]?.startMs ?? other.nowMs
  const text = words.hint(writeMoment(startMs, other.nowMs, view), gains.join(` ${words.and} `))
  return { text, readyBy: later.readyBy, query: String(writeChoice(choice)).replaceAll('%3A', ':') }
}
