/** Paris time by the platform's own calendar (`Intl`). Instants are ms since the epoch, days are `YYYY-MM-DD`. */

export const hour = 3_600_000
const day = 24 * hour

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

export type ParisTime = { date: string; hour: number; minute: number }

const known = new Map<number, ParisTime>()

/** Time of a clock in Paris. */
export function parisTime(at: number): ParisTime {
  const before = known.get(at)
  if (before !== undefined) return before
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const time = {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
  }
  known.set(at, time)
  return time
}

/** The date so many days later. */
export function dateLater(date: string, days: number): string {
  const ofDate = dates.getOrInsertComputed(date, () => new Map())
  const before = ofDate.get(days)
  if (before !== undefined) return before
  const later = new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
  ofDate.set(days, later)
  return later
}

/** Asked for again and again: the same few hundred days for every hour of every situation. */
const dates = new Map<string, Map<number, string>>()

/**
 * When the clocks of Paris strike this full hour of this day: the first time where they strike it twice, and an hour later where
 * they leave it out.
 */
export function strike(date: string, hourOfDay: number): number {
  const ofDate = strikes.getOrInsertComputed(date, () => new Map())
  return ofDate.getOrInsertComputed(hourOfDay, () => firstStrike(date, hourOfDay))
}

const strikes = new Map<string, Map<number, number>>()

function firstStrike(date: string, hourOfDay: number): number {
  const asUtc = Date.parse(date) + hourOfDay * hour
  const inSummerTime = asUtc - 2 * hour
  const shown = parisTime(inSummerTime)
  return shown.date === date && shown.hour === hourOfDay ? inSummerTime : asUtc - hour
}

/** Saturdays, Sundays and the public holidays of 2023 to 2025 (service-public.fr). */
export function isDayOff(date: string): boolean {
  const before = daysOff.get(date)
  if (before !== undefined) return before
  const weekday = new Date(date).getUTCDay()
  const isOff = weekday === 0 || weekday === 6 || holidays.has(date)
  daysOff.set(date, isOff)
  return isOff
}

const daysOff = new Map<string, boolean>()

export const isHoliday = (date: string): boolean => holidays.has(date)

const holidays = new Set([
  ...['2023-01-01', '2023-04-10', '2023-05-01', '2023-05-08', '2023-05-18', '2023-05-29', '2023-07-14', '2023-08-15'],
  ...['2023-11-01', '2023-11-11', '2023-12-25', '2024-01-01', '2024-04-01', '2024-05-01', '2024-05-08', '2024-05-09'],
  ...['2024-05-20', '2024-07-14', '2024-08-15', '2024-11-01', '2024-11-11', '2024-12-25', '2025-01-01', '2025-04-21'],
  ...['2025-05-01', '2025-05-08', '2025-05-29', '2025-06-09', '2025-07-14', '2025-08-15', '2025-11-01', '2025-11-11'],
  '2025-12-25',
])
