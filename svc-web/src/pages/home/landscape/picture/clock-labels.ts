import type { ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../../kit/html.ts'
import { estimateTextWidth, spaceLabels } from '../geometry/label-space.ts'
import { type Row, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { Span } from '../window/hours.ts'
import { type LandscapeView, writeDay, writeTime } from '../window/landscape-view.ts'
import { type Flag, listBorders } from './frame.ts'

const minutesPerHour = 60
/** Hours of the clock that are named where there is space for them, the most important first. */
const namedHours = [24, 12, 6, 3].map((hours) => hours * minutesPerHour)
/** Distance of the first texts from the left edge, px. */
const leftMargin = 10

type LabelRow = { row: Row; slots: readonly ParisSlot[]; view: LandscapeView }

/** The clock below the relief: now, and every third hour that neither the flag, a border of a frame nor a more important hour covers. */
export function renderHours(
  { row, slots, view }: LabelRow,
  nowMs: number,
  { flag, pieces }: { flag: Flag | null; pieces: readonly Span[] },
): Html {
  const avoids = listBorders(pieces)
  const now = writeTime(nowMs, view)
  const hours = namedHours.flatMap((step, rank) =>
    slots.flatMap(({ startMs, minuteOfDay }, slot) => {
      const isNamedBefore = rank > 0 && minuteOfDay % (namedHours[rank - 1] ?? 1) === 0
      if (slot === 0 || minuteOfDay % step !== 0 || isNamedBefore) return []
      return [{ slot, text: writeTime(startMs, view), isMidnight: minuteOfDay === 0 }]
    }),
  )
  const nowWidth = estimateTextWidth(now)
  const fixed = [
    ...(flag === null ? [] : [{ middle: flag.slot, shift: flag.shift, width: flag.width }]),
    { middle: 0, shift: leftMargin + nowWidth / 2, width: nowWidth },
  ]
  const labels = [
    ...fixed,
    ...hours.map(({ slot, text }) => ({ middle: slot, width: estimateTextWidth(text), avoids })),
  ]
  const hidden = spaceLabels(labels, slots.length)
  const y = toPictureY(row, 50)
  const texts = hours.map(({ slot, text, isMidnight }, index) => {
    const names = [isMidnight ? 'midnight' : '', hidden[fixed.length + index] ?? ''].join(' ').trim()
    return html`<text${names === '' ? null : html` class="${names}"`} x="${toPictureX(slot, slots.length)}" y="${y}">${text}</text>`
  })
  return html`<text class="present ${hidden[fixed.length - 1] ?? ''}" x="${leftMargin}" y="${y}">${now}</text>${texts}`
}

/** The days above the picture, each from its midnight on. */
export function renderDays({ row, slots, view }: LabelRow, today: string): Html[] {
  const starts = slots.flatMap(({ date, minuteOfDay }, slot) =>
    slot === 0 || minuteOfDay === 0 ? [{ slot, date, name: capitalize(writeDay(date, today, view)) }] : [],
  )
  const labels = starts.map(({ slot, name }) => {
    const width = estimateTextWidth(name)
    return { middle: slot, shift: leftMargin + width / 2, width }
  })
  const withWeekday = starts.map(({ slot, date, name }, index) => {
    // The line of the next day has the same distance.
    const width = estimateTextWidth(`${name} ${view.weekday(date)}`) + 2 * leftMargin
    const room = (starts[index + 1]?.slot ?? slots.length) - slot
    return { middle: slot, shift: width / 2, width, room }
  })
  // The first day may be over in an hour: its name gives way to that of the next one.
  const hidden = spaceLabels(labels.toReversed(), slots.length).reverse()
  const weekdaysHidden = spaceLabels(withWeekday.toReversed(), slots.length).reverse()
  return starts.map(({ slot, date, name }, index) => {
    const weekday = view.weekday(date)
    const isNamedSo = name.toLowerCase() === weekday.toLowerCase()
    const second = isNamedSo ? null : html`<tspan class="weekday ${weekdaysHidden[index] ?? ''}"> ${weekday}</tspan>`
    const line = slot === 0 ? null : html`<line y1="0" y2="${row.height}%" />`
    return html`<svg class="day" x="${toPictureX(slot, slots.length)}">${line}<text class="${hidden[index] ?? ''}" x="${leftMargin}" y="${toPictureY(row, 50)}">${name}${second}</text></svg>`
  })
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
