import { maxOffPeakRanges, measureHours, readGivenHours } from '@hexawatt/shared/contract/query/given-hours'
import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import type { ContractChoice } from '../../../kit/contract-choice.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { ChoiceReading } from '../plan/read-choice.ts'
import type { View } from '../texts/view.ts'
import { writeDuration, writeHoursInForce } from './hours-words.ts'

/** Minutes of off-peak hours that nearly every contract has a day. */
const usualMinutes = 480

/** A sentence below the off-peak hours, with plain spaces. */
type HoursNote = { isRefused: boolean; text: string }

/** What was understood of the off-peak hours, or what could not be read and which hours stay in force. */
function writeOffPeakNote({ choice, refused }: ChoiceReading, view: View): HoursNote {
  const { choice: words } = view.texts
  const { contract } = choice
  const texts = [refused.offPeak, refused.offPeakSummer, refused.offPeakWinter]
  const unreadable = texts.find((text) => text !== undefined && text !== '')
  if (unreadable !== undefined) {
    const inForce = words.stillInForce(writeHoursInForce(contract, view))
    return { isRefused: true, text: `${words.unreadable(unreadable)} ${inForce}` }
  }
  if (texts.includes('')) {
    return { isRefused: true, text: `${words.missingSeason} ${words.stillInForce(writeHoursInForce(contract, view))}` }
  }
  const { totals, isOverlapping } = measure(contract)
  const isUsual = totals.every((minutes) => minutes === usualMinutes)
  const check = isOverlapping ? words.overlap : isUsual ? '.' : words.unusual
  const total = [...new Set(totals)].map((minutes) => writeDuration(minutes, view)).join(` ${words.and} `)
  return { isRefused: false, text: `${words.understood(writeHoursInForce(contract, view), total)}${check}` }
}

function measure({ offPeak, offPeakBySeason }: ContractChoice): { totals: number[]; isOverlapping: boolean } {
  const seasons = offPeakBySeason === null ? [offPeak] : [offPeakBySeason.summer, offPeakBySeason.winter]
  const measured = seasons.map((text) => measureHours(readGivenHours(text, maxOffPeakRanges)?.ranges ?? []))
  return {
    totals: measured.map(({ coveredMinutes }) => coveredMinutes),
    isOverlapping: measured.some(({ isOverlapping }) => isOverlapping),
  }
}

/** What was understood of the off-peak hours. */
export function renderOffPeakNote(reading: ChoiceReading, view: View): Html {
  const { isRefused, text } = writeOffPeakNote(reading, view)
  return html`<p class="${isRefused ? 'bad' : 'good'}">${typeset(text, view.language)}</p>`
}
