import { type GivenHours, maxQuietRanges, readGivenHours } from './given-hours.ts'
import { parameter, parsedText } from './parameter.ts'

const accepted = `up to ${maxQuietRanges} ranges in Paris time such as 22:00-07:00 or 22h-7h, separated by commas, none of them empty`

/** An empty range is refused, because it would be ignored silently. */
function readQuietHours(text: string): GivenHours | null {
  const hours = readGivenHours(text, maxQuietRanges)
  return hours?.hasEmptyRange ? null : hours
}

/** Hours of the day in which nothing must run. */
export const quietParameter = parameter(parsedText(readQuietHours, accepted), {
  description:
    'Hours of the day in Paris in which the load must neither start nor run: one or two ranges to the minute separated by a comma, such as 22:00-07:00 or 22h-7h; a range may cross midnight.',
  example: '22:00-07:00',
})
