import type { LastReceived, Situation } from '../situation.ts'
import { sum } from './numbers.ts'
import { dateLater, parisTime, strike } from './paris.ts'

const minute = 60_000

type Rule = { weight: number; tolerance: number } & (
  | { slot: number; due: number }
  | { at: [hour: number, minute: number]; ahead: number }
  | { every: number }
)

/** The table of the methodology: minutes throughout. */
const rules: Record<string, Rule> = {
  generation_by_type: { weight: 20, slot: 60, due: 60, tolerance: 60 },
  generation_mix_15min: { weight: 4, slot: 15, due: 25, tolerance: 30 },
  generation_forecast: { weight: 10, at: [18, 0], ahead: 1, tolerance: 180 },
  consumption: { weight: 12, slot: 15, due: 15, tolerance: 30 },
  consumption_weekly: { weight: 2, at: [13, 30], ahead: 9, tolerance: 72 * 60 },
  power_exchanges: { weight: 20, at: [13, 30], ahead: 1, tolerance: 180 },
  physical_flows: { weight: 6, slot: 60, due: 60, tolerance: 60 },
  exchange_schedules: { weight: 2, at: [15, 30], ahead: 1, tolerance: 360 },
  grid_signals: { weight: 12, at: [17, 0], ahead: 3, tolerance: 720 },
  generation_unavailabilities: { weight: 6, every: 15, tolerance: 360 },
  installed_capacities: { weight: 4, every: 1440, tolerance: 400 * 1440 },
  imbalance: { weight: 2, slot: 15, due: 45, tolerance: 60 },
}

/** When the first thing that is missing was owed; null when nothing was ever received. */
function owed(rule: Rule, { newestSlotEnd, lastSuccess }: LastReceived): number | null {
  if ('every' in rule) return lastSuccess === null ? null : Date.parse(lastSuccess) + rule.every * minute
  if (newestSlotEnd === null) return null
  const end = Date.parse(newestSlotEnd)
  if ('slot' in rule) return end + (rule.slot + rule.due) * minute
  const lastDay = parisTime(end - minute).date
  const [hourOfDay, minuteOfHour] = rule.at
  return strike(dateLater(lastDay, 1 - rule.ahead), hourOfDay) + minuteOfHour * minute
}

/** How far each feed is there, 0 to 1; either of the two that measure generation is enough for the hourly one. */
export function presence({ received, now }: Situation): Record<string, number> {
  const own: Record<string, number> = Object.fromEntries(
    Object.entries(rules).map(([feed, rule]) => {
      const since = owed(rule, received[feed] ?? { newestSlotEnd: null, lastSuccess: null })
      if (since === null) return [feed, 0]
      const tolerances = (Date.parse(now) - since) / minute / rule.tolerance
      return [feed, Math.min(1, Math.max(0, (4 - tolerances) / 3))]
    }),
  )
  const { generation_by_type: hourly = 0, generation_mix_15min: quarterly = 0 } = own
  return { ...own, generation_by_type: Math.max(hourly, quarterly) }
}

/** Confidence before rounding is exact to a millionth, then halves go up. */
export function confidence(present: Record<string, number>, hasEstimate: boolean, lead: number): number {
  const weights = Object.entries(rules).map(([feed, { weight }]) => weight * (present[feed] ?? 0))
  const percent = (100 * sum(weights)) / sum(Object.values(rules).map(({ weight }) => weight))
  const reduced = (hasEstimate ? 0.85 * percent : percent) - lead / 2
  return Math.max(0, Math.floor(reduced + 0.5 + 1e-7))
}
