import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { findKnownRuns } from '../geometry/curve.ts'
import { estimateTextEm, estimateTextWidth, leastSlotWidth } from '../geometry/label-space.ts'
import { type PictureRows, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { LandscapeView } from '../window/landscape-view.ts'

/** Stretches of quarter-hours without a value. */
export const findGaps = (values: readonly unknown[]): { first: number; slots: number }[] =>
  findKnownRuns(values.map((value) => (value === null ? 1 : null))).map(({ first, values: { length } }) => ({
    first,
    slots: length,
  }))

/** A sentence where the relief or the price is unknown, as long as the gap lets it be; a question mark where it lets none. */
export function renderGaps(
  { rows, slots }: { rows: PictureRows; slots: readonly PlanSlot[] },
  { texts: { gaps } }: LandscapeView,
): Html[] {
  const write = (values: readonly unknown[], y: string, sentences: readonly string[]) =>
    findGaps(values).map(({ first, slots: count }) => {
      const sentence = sentences.find((text) => estimateTextWidth(text) + padding < count * leastSlotWidth) ?? '?'
      const width = estimateTextEm(sentence) + 1.4
      return html`<svg class="gap" x="${toPictureX(first + count / 2, slots.length)}" y="${y}"><rect class="pill-back" x="${toEm(-width / 2)}" y="-.85em" width="${toEm(width)}" height="1.700em" rx=".85em"/><text>${sentence}</text></svg>`
    })
  const intensities = slots.map(({ gCo2PerKwh }) => gCo2PerKwh)
  const prices = slots.map(({ price }) => price)
  return [
    ...write(intensities, toPictureY(rows.land, 78), [gaps.forecast, gaps.shortForecast]),
    ...write(prices, toPictureY(rows.price, 55), [gaps.longPrice, gaps.price]),
  ]
}

/** Space around the text, px. */
const padding = 20
