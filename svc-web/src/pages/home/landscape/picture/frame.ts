import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextEm, leastSlotWidth, type SpacedLabel } from '../geometry/label-space.ts'
import { type PictureRows, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { Span } from '../window/hours.ts'
import { type LandscapeView, writeTime } from '../window/landscape-view.ts'

/** The flag below a frame: where it hangs, in slots, the shift of its middle from there and its width, px. */
export type Flag = { slot: number; shift: number; width: number; text: string }

/** Padding of the flag around icon and text, and width of the icon with the gap behind it, em. */
const [flagPadding, iconWidth] = [1.4, 1.5] as const
const flagFontSize = 14

/** The flag hangs in the middle of its frame; near an edge of the picture it hangs at that side of the frame. */
export function placeFlag({ first, slots: count }: Span, slots: readonly ParisSlot[], view: LandscapeView): Flag {
  const text = writeSpan({ first, slots: count }, slots, view)
  const width = (estimateTextEm(text) + iconWidth + flagPadding) * flagFontSize
  const half = width / 2 / leastSlotWidth
  const middle = first + count / 2
  if (middle < half) return { slot: first, shift: width / 2 + 2, width, text }
  if (middle > slots.length - half) return { slot: first + count, shift: -width / 2 - 2, width, text }
  return { slot: middle, shift: 0, width, text }
}

/** The borders of the frames, which no label may touch. */
export const listBorders = (pieces: readonly Span[]): SpacedLabel[] =>
  pieces.flatMap(({ first, slots: count }) => [first, first + count].map((middle) => ({ middle, width: borderWidth })))

/** Width of a border, px. */
const borderWidth = 5

/** A dash between times, at which no line may break: without the word joiner it might behind the dash. */
const dash = '\u00a0–\u2060\u00a0'

/** Start and end of a span, as `3 h – 5 h`. */
export function writeSpan({ first, slots: count }: Span, slots: readonly ParisSlot[], view: LandscapeView): string {
  const startMs = slots[first]?.startMs ?? 0
  const times = [startMs, startMs + count * quarterHourMs].map((atMs) => writeTime(atMs, view))
  return times.join(dash)
}

export type FrameWords = { label: string; sentence: string }

/**
 * A pane of glass over each piece of the plan. A plan in one piece is a slider; the pieces of a split one cannot be moved.
 *
 * @param slider null for a frame that cannot be moved
 */
export function renderFrames(
  pieces: readonly Span[],
  slots: number,
  { days }: PictureRows,
  slider: { lastStart: number; words: FrameWords } | null,
): Html[] {
  return pieces.map((piece, index) => {
    const place = frameAttributes(piece, slots)
    const role =
      slider === null || index > 0
        ? null
        : html` id="landscape-frame" tabindex="0" role="slider" aria-label="${slider.words.label}" aria-valuemin="0" aria-valuemax="${slider.lastStart}" aria-valuenow="${piece.first}" aria-valuetext="${slider.words.sentence}"`
    const grip = role && html`<rect class="grip" x="50%" y="8" width="20" height="4" rx="2"/>`
    return html`<svg class="frame"${role} x="${place.x}" y="${days.height}%" width="${place.width}" height="${100 - days.height}%"><rect class="touch" y="0" width="100%" height="100%"/><rect class="shade" width="100%" height="100%" rx="10"/><rect class="pane" width="100%" height="100%" rx="10"/>${grip}</svg>`
  })
}

/** Place of a frame in the picture. */
export const frameAttributes = ({ first, slots: count }: Span, slots: number): { x: string; width: string } => ({
  x: toPictureX(first, slots),
  width: toPictureX(count, slots),
})

/** The times of the first piece on the row of the hours, with the sign of the appliance. */
export function renderFlag(flag: Flag, icon: Html, slots: number, { hours }: PictureRows): Html {
  const em = estimateTextEm(flag.text) + iconWidth + flagPadding
  const left = flag.shift === 0 ? -em / 2 : flag.shift > 0 ? 0.15 : -em - 0.15
  return html`<svg class="flag" x="${toPictureX(flag.slot, slots)}" y="${toPictureY(hours, 50)}"><rect x="${toEm(left)}" y="-1em" width="${toEm(em)}" height="2em" rx="1em"/><svg x="${toEm(left + flagPadding / 2)}" y="-.6em" width="1.200em" height="1.200em">${icon}</svg><text x="${toEm(left + (em + iconWidth) / 2)}">${flag.text}</text></svg>`
}
