import { toDay, toParisDayStartMs } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../kit/html.ts'
import type { ShownResult } from '../result/shown-result.ts'
import { toLastDayMs, type View } from './view.ts'

/** Caveats that stand elsewhere: below the answer. */
const shownAbove: readonly string[] = ['less-than-a-year', 'red-days-incomplete', 'comparison-partial', 'energy-only']
/** Most gaps that are listed. */
const maxGaps = 20

/** Where the shown figures come from: the example, or the reader's file with its period and coverage. */
export function renderSource({ statement, sentences }: ShownResult, isExample: boolean, view: View): Html {
  const { texts, format } = view
  if (isExample) return html`<b>${texts.example.name}</b> ${texts.example.household}`
  const { total } = statement
  const words = {
    from: view.date(Date.parse(statement.from)),
    to: view.date(toLastDayMs(Date.parse(statement.to))),
    // A file without one half-hour must not read as complete.
    hours: format.number(Math.floor(total.coveredMinutes / 60), 0),
    all: format.number(Math.ceil(total.periodMinutes / 60), 0),
  }
  const isComplete = total.coveredMinutes >= total.periodMinutes
  const banners = sentences.banners.map((banner) => html`<strong class="bad">${banner}</strong> `)
  return html`${banners}<b>${texts.own.name}</b> ${isComplete ? texts.own.complete(words) : texts.own.period(words)}`
}

/** Everything that a reader must know: unknown figures, limitations, what was assumed of the file, and its gaps. */
export function renderNotes(
  { statement, sentences, leftOut, terms }: ShownResult,
  isExample: boolean,
  view: View,
): Html {
  const { texts } = view
  const isSpotUntaxed = terms.contract.vatPercent === 0 && statement.contracts.some(({ kind }) => kind === 'spot')
  const notes = [
    ...(isExample ? [texts.notes.exampleNote] : []),
    ...(isExample && !leftOut.some(({ key }) => key === 'spot') ? [texts.example.spot] : []),
    ...(isSpotUntaxed ? [texts.notes.untaxed] : []),
    ...sentences.unknown,
    ...sentences.caveats
      .filter(({ code }) => !shownAbove.includes(code))
      .flatMap(({ code, text }) =>
        (code === 'unconfirmed-prices' ? [text, ...writeUnconfirmed(statement, view)] : [text]).join(' '),
      ),
    ...sentences.remarks,
  ]
  return html`${notes.length === 0 ? null : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}${renderGaps(statement, view)}`
}

/** From when on, or from when to when, the prices to be confirmed held: others of the same contract are published. */
function writeUnconfirmed({ contracts }: Pick<ShownResult['statement'], 'contracts'>, view: View): string[] {
  const words = view.texts.notes
  const versions = contracts.flatMap(({ versions }) => versions).filter(({ certainty }) => certainty === 'unconfirmed')
  const sentences = versions.map(({ from, to }) => {
    const [first, end] = [toParisDayStartMs(toDay(from)), to === null ? null : toParisDayStartMs(toDay(to))]
    return end === null
      ? words.unconfirmedSince({ from: view.date(first) })
      : words.unconfirmedBetween({ from: view.date(first), to: view.date(toLastDayMs(end)) })
  })
  return [...new Set(sentences)]
}

function renderGaps({ gaps, unlistedGaps }: ShownResult['statement'], view: View): Html | null {
  const { texts, format } = view
  const count = gaps.length + unlistedGaps
  if (count === 0) return null
  const listed = gaps
    .slice(0, maxGaps)
    .map(({ from, to }) => texts.notes.gap({ from: view.moment(Date.parse(from)), to: view.moment(Date.parse(to)) }))
  const rest = count - listed.length
  const lines = rest > 0 ? [...listed, texts.notes.moreGaps({ gaps: format.number(rest, 0) })] : listed
  return html`<details class="gaps" id="gaps"><summary>${texts.notes.gaps(count, { gaps: format.number(count, 0) })}</summary><p>${texts.notes.gapRule}</p><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`
}
