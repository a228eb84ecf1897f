import type { HourRange } from '../planning/hour-ranges.ts'

// The page and the command line read hours too: no schemas here.

/** Hours of the day as a household gives them. `hasEmptyRange` = the text also had a range without length, such as 22:00-22:00. */
export type GivenHours = { ranges: readonly HourRange[]; hasEmptyRange: boolean }

/** Maximum number of ranges of off-peak hours, which French contracts have at most, and of quiet hours. */
export const maxOffPeakRanges = 3
export const maxQuietRanges = 2

const minutesPerDay = 1_440

/** `22:30`, or as French contracts print it `22h30`, `22H30`, `22 h 30` and `6h`. */
const time = String.raw`(\d{1,2}) ?(?::(\d\d)|[hH](?: ?(\d\d))?)`
const range = new RegExp(`^(?:de )?${time} ?(?:[-‐‑–—−]|(?<= )[àa](?= )) ?${time}$`)
/** Meters and bills write `HC (22H30-6H30)`, `HC : 22h30-6h30` or `Heures creuses 22h30-6h30`. */
const wrapped = /^(?:(?:hc|heures? creuses?)(?: ?:)?)? ?(?:\((.*)\)|(.*))$/i
const separator = / ?[,;/] ?| et /

/**
 * Reads hours of the day in Paris: ranges to the minute, each in the form `22:30-06:30` or `22h30-6h30`, separated by commas, or as French contracts and
 * meters print them: `HC (1H30-7H30;12H30-14H30)`, `22h30 à 6h30 et 12h30 à 14h30`. A range may cross midnight, and end at 24:00.
 *
 * @returns null when the text has another form, or more ranges than accepted
 */
export function readGivenHours(text: string, maxRanges: number): GivenHours | null {
  const [, inBrackets, bare = ''] = wrapped.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? []
  const parts = (inBrackets ?? bare).split(separator).map((part) => readRange(part.trim()))
  const read = parts.filter((part) => part !== null)
  if (read.length < parts.length || read.length > maxRanges) return null
  const ranges = read.filter(({ fromMinute, toMinute }) => fromMinute !== toMinute)
  return {
    // The end of a day is minute 0, so that a range from 00:00 to 24:00 is a whole day.
    ranges: ranges.map(({ fromMinute, toMinute }) => ({ fromMinute, toMinute: toMinute % minutesPerDay })),
    hasEmptyRange: ranges.length < read.length,
  }
}

function readRange(text: string): HourRange | null {
  const [match, fromHour, fromColonMinute, fromMinute, toHour, toColonMinute, toMinute] = range.exec(text) ?? []
  if (match === undefined) return null
  const from = toMinuteOfDay(fromHour, fromColonMinute ?? fromMinute)
  const to = toMinuteOfDay(toHour, toColonMinute ?? toMinute)
  return from === null || to === null || from === minutesPerDay ? null : { fromMinute: from, toMinute: to }
}

/** Null for a time that no clock shows; 24:00 is the end of the day. */
function toMinuteOfDay(hour: string | undefined, minute = '0'): number | null {
  const minuteOfDay = Number(hour) * 60 + Number(minute)
  return Number(minute) < 60 && minuteOfDay <= minutesPerDay ? minuteOfDay : null
}

/** Minutes of a day that ranges cover, and whether two of them overlap. */
export function measureHours(ranges: GivenHours['ranges']): { coveredMinutes: number; isOverlapping: boolean } {
  const times = new Uint8Array(minutesPerDay)
  for (const { fromMinute, toMinute } of ranges) {
    const lastMinute = toMinute > fromMinute ? toMinute : toMinute + minutesPerDay
    for (let minute = fromMinute; minute < lastMinute; minute += 1) {
      const ofDay = minute % minutesPerDay
      times[ofDay] = (times[ofDay] ?? 0) + 1
    }
  }
  return {
    coveredMinutes: times.reduce((count, covered) => count + Number(covered > 0), 0),
    isOverlapping: times.some((covered) => covered > 1),
  }
}
