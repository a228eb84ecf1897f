import { isoSecond } from './hand-set.ts'
import type { LastReceived } from './situation.ts'

const minuteMs = 60_000
const dayMinutes = 24 * 60
const parisTimeZone = 'Europe/Paris'

/** Feeds that owe each slot: length and delay, minutes. */
const slotFeeds: Record<string, [slotMinutes: number, dueMinutes: number]> = {
  generation_by_type: [60, 60],
  generation_mix_15min: [15, 25],
  consumption: [15, 15],
  physical_flows: [60, 60],
  imbalance: [15, 45],
}

/** Feeds that owe a day: Paris time, and the last day covered, counted from the day of publication. */
const dailyFeeds: Record<string, [time: string, daysAhead: number]> = {
  generation_forecast: ['18:00', 1],
  consumption_weekly: ['13:30', 9],
  power_exchanges: ['13:30', 1],
  exchange_schedules: ['15:30', 1],
  grid_signals: ['17:00', 3],
  tariff_calendar: ['10:40', 1],
}

/** How much later than on time each feed comes, minutes; null = it was never received. */
type Lateness = Record<string, number | null>

const latenessPatterns: readonly Lateness[] = [
  {},
  {},
  { generation_by_type: 150, generation_mix_15min: 70 },
  { power_exchanges: null },
  { grid_signals: dayMinutes, exchange_schedules: 3 * dayMinutes },
  { generation_unavailabilities: 11 * 60, consumption: 47, power_exchanges: dayMinutes },
  { generation_unavailabilities: 26 * 60, physical_flows: null },
  { imbalance: 4 * 60 + 5, installed_capacities: 500 * dayMinutes },
  { imbalance: 190, consumption_weekly: 5 * dayMinutes, generation_forecast: dayMinutes },
  { generation_by_type: null, power_exchanges: dayMinutes, consumption: null, grid_signals: null, imbalance: null },
  { generation_unavailabilities: null, installed_capacities: null, generation_forecast: 9 * dayMinutes },
]
export const latenessPatternCount = latenessPatterns.length

/** Received state of each feed under a pattern of lateness. */
export function receivedOf(pattern: number, now: string): Record<string, LastReceived> {
  const lateness = latenessPatterns[pattern] ?? {}
  const ids = [
    ...Object.keys(slotFeeds),
    ...Object.keys(dailyFeeds),
    'generation_unavailabilities',
    'installed_capacities',
  ]
  return Object.fromEntries(ids.map((id) => [id, receivedOfFeed(id, lateness[id], now)]))
}

function receivedOfFeed(id: string, lateMinutes: number | null | undefined, now: string): LastReceived {
  if (lateMinutes === null) return { newestSlotEnd: null, lastSuccess: null }
  const late = lateMinutes ?? 0
  const nowMs = Date.parse(now)
  return {
    newestSlotEnd: newestSlotEnd(id, late, now),
    lastSuccess: isoSecond(nowMs - (late === 0 ? 4 : late) * minuteMs),
  }
}

/** End of the newest slot of a feed that came so many minutes (a daily one: whole days) too late. */
function newestSlotEnd(id: string, lateMinutes: number, now: string): string | null {
  const [slotMinutes, dueMinutes] = slotFeeds[id] ?? []
  if (slotMinutes !== undefined && dueMinutes !== undefined) {
    const due = Date.parse(now) - (dueMinutes + lateMinutes) * minuteMs
    return isoSecond(Math.floor(due / (slotMinutes * minuteMs)) * slotMinutes * minuteMs)
  }
  const [time, daysAhead] = dailyFeeds[id] ?? []
  if (time === undefined || daysAhead === undefined) return null
  const paris = Temporal.Instant.from(now).toZonedDateTimeISO(parisTimeZone)
  const isOut = Temporal.PlainTime.compare(paris.toPlainTime(), time) >= 0
  const days = daysAhead + (isOut ? 1 : 0) - Math.ceil(lateMinutes / dayMinutes)
  return paris.startOfDay().add({ days }).startOfDay().toInstant().toString()
}
