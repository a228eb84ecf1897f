const daySeconds = 86_400
const minuteSeconds = 60

/** The minutes of a day as a timestamp ends with them. */
const minuteTexts: readonly string[] = Array.from(
  { length: daySeconds / minuteSeconds },
  (_, minute) => `T${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}:00Z`,
)

/** Dates that were written last, by the number of the day: points come day by day, and making a date text is dear. */
const dateTexts = new Map<number, string>()
const maxDateTexts = 4_096

/**
 * ISO 8601 in UTC, seconds, `Z`.
 *
 * @param epochSeconds whole seconds since the epoch
 */
export function utcText(epochSeconds: number): string {
  const day = Math.floor(epochSeconds / daySeconds)
  const minute = (epochSeconds - day * daySeconds) / minuteSeconds
  const minuteText = minuteTexts[minute]
  if (minuteText === undefined) return `${new Date(epochSeconds * 1_000).toISOString().slice(0, 19)}Z`
  return dateText(day) + minuteText
}

function dateText(day: number): string {
  const known = dateTexts.get(day)
  if (known !== undefined) return known
  if (dateTexts.size >= maxDateTexts) dateTexts.clear()
  const text = new Date(day * daySeconds * 1_000).toISOString().slice(0, 10)
  dateTexts.set(day, text)
  return text
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
