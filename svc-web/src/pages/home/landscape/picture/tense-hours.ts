import type { GridSignalStatus } from '@hexawatt/shared/grid/public-signals'
import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextEm, spaceLabels } from '../geometry/label-space.ts'
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

/** The words for the bars, at the top of the sky, where there is space. */
export function renderTenseWords(
  signals: readonly (GridSignalStatus | null)[],
  { land }: PictureRows,
  { texts }: LandscapeView,
): Html[] {
  const slots = signals.length
  // The more serious status goes first, because there may be no room for both.
  const runs = listTenseRuns(signals).toSorted(
    (one, other) => Number(other.status === 'TresTendu') - Number(one.status === 'TresTendu'),
  )
  const labels = runs.map(({ first, slots: count, status }) => {
    const text = `! ${texts.tense[status]}`
    const em = estimateTextEm(text) + padding
    // Near the left edge the word starts with its hours.
    const isAtEdge = first + count / 2 < edge
    const [middle, left] = isAtEdge ? [first, 0.2] : [first + count / 2, -em / 2]
    return { text, status, em, left, middle, shift: (left + em / 2) * fontSize, width: em * fontSize }
  })
  const hidden = spaceLabels(labels, slots)
  return labels.map(
    ({ text, status, em, left, middle }, index) =>
      html`<svg class="${`tense ${status} ${hidden[index] ?? ''}`.trim()}" x="${toPictureX(middle, slots)}" y="${toPictureY(land, 0)}"><rect x="${toEm(left)}" y=".35em" width="${toEm(em)}" height="1.500em" rx=".75em"/><text x="${toEm(left + em / 2)}" y="1.100em">${text}</text></svg>`,
  )
}

/** Width around the text, em. */
const padding = 1.3
const fontSize = 13
/** Half a label on the narrowest screen, quarter-hours. */
const edge = 22
