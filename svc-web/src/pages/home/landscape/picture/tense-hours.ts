import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextEm, leastSlotWidth, type SpacedLabel, spaceLabels } from '../geometry/label-space.ts'
import { type PictureRows, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { LandscapeView } from '../window/landscape-view.ts'

type TenseStatus = 'Tendu' | 'TresTendu'
type TenseRun = { first: number; slots: number; status: TenseStatus }

const isTense = (status: GridSignalStatus | null): status is TenseStatus => status === 'Tendu' || status === 'TresTendu'

/** Hours with a tense grid, a run for each status. */
function listTenseRuns(signals: readonly (GridSignalStatus | null)[]): TenseRun[] {
  const runs: TenseRun[] = []
  for (const [slot, status] of signals.entries()) {
    if (!isTense(status)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.status === status && last.first + last.slots === slot) last.slots += 1
    else runs.push({ first: slot, slots: 1, status })
  }
  return runs
}

/** Bars below the relief in tense hours. */
export function renderTenseBars(signals: readonly (GridSignalStatus | null)[], { hours }: PictureRows): Html[] {
  const slots = signals.length
  return listTenseRuns(signals).map(
    ({ first, slots: count, status }) =>
      html`<rect class="tense ${status}" x="${toPictureX(first, slots)}" y="${toPictureY(hours, 0)}" width="${toPictureX(count, slots)}" height="5"/>`,
  )
}

/** The words for a bar, with their place. */
export type TenseWords = SpacedLabel & { text: string; status: TenseStatus; em: number; left: number; hidden: string }

/** Places the words for the bars at the top of the sky, where there is space: whole on wide screens, short on narrow ones. */
export function placeTenseWords(signals: readonly (GridSignalStatus | null)[], { texts }: LandscapeView): TenseWords[] {
  // The more serious status goes first, because there may be no room for both.
  const runs = listTenseRuns(signals).toSorted(
    (one, other) => Number(other.status === 'TresTendu') - Number(one.status === 'TresTendu'),
  )
  const place = (write: (status: TenseStatus) => string, elsewhere: string): TenseWords[] => {
    const labels = runs.map((run) => placeWords(run, `! ${write(run.status)}`))
    const hidden = spaceLabels(labels, signals.length)
    return labels.map((label, index) => ({ ...label, hidden: `${elsewhere} ${hidden[index] ?? ''}`.trim() }))
  }
  return [
    ...place((status) => texts.tense[status], 'not-small not-narrow'),
    ...place((status) => texts.readout.signals[status].toLowerCase(), 'not-wide not-middle'),
  ]
}

function placeWords({ first, slots, status }: TenseRun, text: string) {
  const em = estimateTextEm(text) + padding
  const width = em * fontSize
  // Near the left edge the words start with their hours.
  const isAtEdge = first + slots / 2 < width / 2 / leastSlotWidth
  const [middle, left] = isAtEdge ? [first, 0.2] : [first + slots / 2, -em / 2]
  return { text, status, em, left, middle, shift: (left + em / 2) * fontSize, width }
}

/** The words for the bars. */
export function renderTenseWords(words: readonly TenseWords[], slots: number, { land }: PictureRows): Html[] {
  return words.map(
    ({ text, status, em, left, middle, hidden }) =>
      html`<svg class="tense ${status} ${hidden}" x="${toPictureX(middle, slots)}" y="${toPictureY(land, 0)}"><rect x="${toEm(left)}" y=".35em" width="${toEm(em)}" height="1.500em" rx=".75em"/><text x="${toEm(left + em / 2)}" y="1.100em">${text}</text></svg>`,
  )
}

/** Width around the text, em. */
const padding = 1.3
const fontSize = 13
