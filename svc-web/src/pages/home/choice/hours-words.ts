import type { HourRange } from '@hexawatt/shared/contract/planning/hour-ranges'
import { maxOffPeakRanges, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import type { ContractChoice } from '../../../kit/contract-choice.ts'
import type { View } from '../texts/view.ts'

/** `1 h 30 à 7 h 30 et 12 h 30 à 14 h 30`, by season where these differ. */
export function writeHoursInForce({ offPeak, offPeakBySeason }: ContractChoice, view: View): string {
  const write = (text: string): string => writeRanges(readGivenHours(text, maxOffPeakRanges)?.ranges ?? [], view)
  if (offPeakBySeason === null) return write(offPeak)
  return view.texts.choice.seasons(write(offPeakBySeason.summer), write(offPeakBySeason.winter))
}

/** `22 h à 7 h et 12 h à 14 h`. */
export function writeRanges(ranges: readonly HourRange[], view: View): string {
  const { range, and } = view.texts.choice
  return ranges
    .map(({ fromMinute, toMinute }) => range(writeClock(fromMinute, view), writeClock(toMinute, view)))
    .join(` ${and} `)
}

/** `22 h 30`, `22:30`. */
function writeClock(minuteOfDay: number, { language }: View): string {
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60]
  const two = (value: number): string => String(value).padStart(2, '0')
  if (language === 'en') return `${two(hour)}:${two(minute)}`
  return minute === 0 ? `${hour} h` : `${hour} h ${two(minute)}`
}

/** `8 h`, `7 h 30`. */
export function writeDuration(minutes: number, { language }: View): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest === 0) return `${hours} h`
  return language === 'fr' ? `${hours} h ${String(rest).padStart(2, '0')}` : `${hours} h ${rest} min`
}
