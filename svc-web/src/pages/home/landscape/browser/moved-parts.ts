import { html } from '../../../../kit/html.ts'
import { chooseRows, toPictureX } from '../geometry/rows.ts'
import { renderHours } from '../picture/clock-labels.ts'
import { frameAttributes, placeFlag, renderFlag } from '../picture/frame.ts'
import { renderPrices } from '../picture/picture.ts'
import type { Landscape } from '../prepare-landscape.ts'
import type { Span } from '../window/hours.ts'

/** Draws what moves with the frame: the frame itself, its flag, and the prices and hours that stand clear of both. Drawing the whole picture would take too long for a drag. */
export function drawFrame(landscape: Landscape): void {
  const { pieces, slider, slots, findPriceKind, nowMs, icon, view } = landscape
  const [first] = pieces
  const frame = document.getElementById('landscape-frame')
  if (first === undefined || frame === null || slider === null) return
  const { x, width } = frameAttributes(first, slots.length)
  frame.setAttribute('x', x)
  frame.setAttribute('width', width)
  frame.setAttribute('aria-valuenow', String(first.first))
  frame.setAttribute('aria-valuetext', slider.words.sentence)
  const rows = chooseRows(slots.every((slot) => findPriceKind(slot) === 'flat'))
  const flag = placeFlag(first, slots, view)
  draw('landscape-flag', renderFlag(flag, icon, slots.length, rows).markup)
  draw('landscape-prices', html`${renderPrices(landscape, flag, rows)}`.markup)
  draw('landscape-hours', renderHours({ row: rows.hours, slots, view }, nowMs, { flag, pieces }).markup)
}

/** Draws the line through an hour that is read; null = none. */
export function drawCursor(span: Span | null, slots: number): void {
  const cursor = document.getElementById('landscape-cursor')
  cursor?.classList.toggle('on', span !== null)
  if (span === null) return
  const x = toPictureX(span.first + span.slots / 2, slots)
  for (const name of ['x1', 'x2']) cursor?.setAttribute(name, x)
}

/** Share of the visible width at which a place is shown that was outside of it. */
const shownAt = 0.45

/** Brings a span into view, where the picture is wider than the screen. */
export function scrollToSpan({ first, slots: count }: Span, slots: number, behavior: ScrollBehavior): void {
  const scroller = document.getElementById('landscape-scroller')
  const plot = document.getElementById('landscape-plot')
  if (scroller === null || plot === null) return
  const slotWidth = plot.offsetWidth / slots
  const [left, right] = [first * slotWidth, (first + count) * slotWidth]
  if (left >= scroller.scrollLeft && right <= scroller.scrollLeft + scroller.clientWidth) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const target = (left + right) / 2 - shownAt * scroller.clientWidth
  scroller.scrollTo({ left: Math.max(0, target), behavior: isStill ? 'auto' : behavior })
}

/** Lets something change above an element, and scrolls the page by as much as that moves it: what a reader holds stays under the finger. */
export function stayInPlace(element: HTMLElement, change: () => void): void {
  const before = element.getBoundingClientRect().top
  change()
  const moved = element.getBoundingClientRect().top - before
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
}

function draw(id: string, markup: string): void {
  const place = document.getElementById(id)
  if (place !== null) place.innerHTML = markup
}
