import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { findKnownRuns } from '../geometry/curve.ts'
import { estimateTextEm, estimateTextWidth, leastSlotWidth } from '../geometry/label-space.ts'
import { type PictureRows, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { LandscapeView } from '../window/landscape-view.ts'

type Gap = { first: number; slots: number }

/** Stretches of quarter-hours without a value. */
const findGaps = (values: readonly unknown[]): Gap[] =>
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
    findGaps(values).flatMap((gap) => {
      const sentence = sentences.find((text) => estimateTextWidth(text) + padding < gap.slots * leastSlotWidth) ?? '?'
      return placeSentences(gap).map(({ middle, hidden }) => {
        const width = estimateTextEm(sentence) + 1.4
        return html`<svg class="${`gap ${hidden}`.trim()}" x="${toPictureX(middle, slots.length)}" y="${y}"><rect class="pill-back" x="${toEm(-width / 2)}" y="-.85em" width="${toEm(width)}" height="1.700em" rx=".85em"/><text>${sentence}</text></svg>`
      })
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

/** A phone shows 24 hours at once: there a long gap has a sentence for each day. */
function placeSentences({ first, slots }: Gap): { middle: number; hidden: string }[] {
  const days = Math.round(slots / slotsPerDay)
  if (days < 2) return [{ middle: first + slots / 2, hidden: '' }]
  const ofDays = Array.from({ length: days }, (_, day) => first + ((day + 0.5) * slots) / days)
  return [
    { middle: first + slots / 2, hidden: 'not-small not-narrow' },
    ...ofDays.map((middle) => ({ middle, hidden: 'not-wide not-middle' })),
  ]
}

const slotsPerDay = 96
