// Uses only Intl: Node has no Temporal, and platforms that have it need no second implementation.

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const parisFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Paris',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Clock and calendar reading in Paris at an instant, as the ms of the same reading in UTC. */
export function toParisReadingMs(atMs: number): number {
  const part = Object.fromEntries(parisFormat.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The instants at which Paris clocks show this reading: one; two when the clock is put back over it. When the clock is put forward over it,
 * the instant that follows the change by the same time.
 */
function instantsOf(readingMs: number): number[] {
  const inSummer = readingMs - 2 * hourMs
  const inWinter = readingMs - hourMs
  const instants = [inSummer, inWinter].filter((atMs) => toParisReadingMs(atMs) === readingMs)
  return instants.length > 0 ? instants : [inWinter]
}

/** The next instant after `afterMs` at which clocks in Paris show this time. */
export function findNextParisTime({ hour, minute }: { hour: number; minute: number }, afterMs: number): number {
  const midnight = Math.floor(toParisReadingMs(afterMs) / dayMs) * dayMs
  // The day after tomorrow is needed for an instant in the repeated hour.
  const readings = [0, 1, 2].map((days) => midnight + days * dayMs + hour * hourMs + minute * 60_000)
  const later = readings.flatMap(instantsOf).filter((atMs) => atMs > afterMs)
  return Math.min(...later)
}

/** Midnight in Paris of a day that is given as midnight UTC of the same date. */
export function findParisMidnight(dayUtcMs: number): number {
  return Math.min(...instantsOf(dayUtcMs))
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day in Paris for a person: `Wed 4 Feb`. */
export function formatDay(atMs: number): string {
  const reading = new Date(toParisReadingMs(atMs))
  return `${weekdays[reading.getUTCDay()]} ${reading.getUTCDate()} ${months[reading.getUTCMonth()]}`
}

/** A time in Paris for a person: `07:00`. */
export function formatTime(atMs: number): string {
  return new Date(toParisReadingMs(atMs)).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
}

/** A time and its weekday in Paris for a person: `Wed 07:00`. */
export const formatMoment = (atMs: number): string => `${formatDay(atMs).split(' ', 1)[0]} ${formatTime(atMs)}`

/** A length of time for a person: `8 h 40 min`. */
export function formatLength(ms: number): string {
  const allMinutes = Math.max(0, Math.round(ms / 60_000))
  const hours = Math.floor(allMinutes / 60)
  const rest = allMinutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}
