import { round1 } from '@hexawatt/shared/bounds/numbers'
import type { DashboardOutlook } from '@hexawatt/shared/contract/planning/dashboard-outlook'
import { toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { hourMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import { listParisSlots, type ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import type { PagePlan } from './page-plan.ts'
import { type BandedColumn, makeBandPath, makeLinePath, makeNiceTicks, type Plot } from './step-paths.ts'

/** A picture of the outlook: one of all hours for wide screens, one of fewer hours with larger letters for narrow ones. Units are those of its view box. */
type Picture = { name: string; width: number; left: number; slots: number; hoursPerCell: number; hoursPerLabel: number }

const wide: Picture = {
  name: 'wide-only',
  width: 1_000,
  left: 40,
  slots: Number.POSITIVE_INFINITY,
  hoursPerCell: 1,
  hoursPerLabel: 3,
}
const narrow: Picture = { name: 'narrow-only', width: 350, left: 30, slots: 96, hoursPerCell: 2, hoursPerLabel: 6 }

/** Rows from top to bottom. */
const rows = { mark: 12, price: 32, carbon: 162, strip: 278, hours: 324, days: 342, height: 350 } as const
/** Distance from the name of a panel to its curve, height of a curve, of the strip of scores, and of the line below it that marks the plan. */
const [nameHeight, panelHeight, stripHeight, underlineHeight] = [12, 92, 24, 4] as const
const rightMargin = 6
/** Space that a label needs, view box units. */
const [dayLabelWidth, markLabelWidth, cellLabelWidth, nameWidth, estimateWidth] = [84, 92, 17, 190, 100] as const
/** Night on the clock, hours. */
const [nightFrom, nightTo] = [22, 6] as const

/** Price and intensity with their bands, night, the scores of the hours, and the plan; empty where nothing is forecast. */
export function renderOutlook(outlook: DashboardOutlook | null, plan: PagePlan | null, view: View): Html {
  const { plan: words, hours } = view.texts
  if (outlook === null) return html`<p class="notice">${hours.none}</p>`
  return html`${renderPicture(outlook, plan, wide, view)}${renderPicture(outlook, plan, narrow, view)}<p class="quiet">${words.legend}</p>`
}

function renderPicture(outlook: DashboardOutlook, plan: PagePlan | null, shown: Picture, view: View): Html {
  const count = Math.min(shown.slots, outlook.score.length)
  const slots = listParisSlots(Date.parse(outlook.start), count)
  const unit = (shown.width - shown.left - rightMargin) / count
  const at = (slot: number): number => round1(shown.left + slot * unit)
  const price = { central: outlook.eurPerMwh, low: outlook.eurPerMwhLow, high: outlook.eurPerMwhHigh }
  const carbon = { central: outlook.gCo2PerKwh, low: outlook.gCo2PerKwhLow, high: outlook.gCo2PerKwhHigh }
  const { columns, units, plan: words } = view.texts
  const frame = { slots, at, shown }
  return html`<svg class="outlook ${shown.name}" role="img" aria-label="${words.chart}" viewBox="0 0 ${shown.width} ${rows.height}">
${renderNights(frame)}${renderPanel('price', `${columns.price}, ${units.price}`, rows.price, price, frame, view)}${renderPanel('carbon', `${columns.intensity}, ${units.intensity}`, rows.carbon, carbon, frame, view)}
${estimateLabel(outlook, frame, view)}${strip(outlook.score, frame)}${renderClockLabels(frame, view)}${plan === null ? null : renderMarks(plan, frame, view)}</svg>`
}

type Frame = { slots: readonly ParisSlot[]; at: (slot: number) => number; shown: Picture }

function renderPanel(
  kind: string,
  name: string,
  top: number,
  column: BandedColumn,
  frame: Frame,
  { format }: View,
): Html {
  const { slots, at, shown } = frame
  const cut = (values: readonly (number | null)[]) => values.slice(0, slots.length)
  const values = { central: cut(column.central), low: cut(column.low), high: cut(column.high) }
  const ticks = makeNiceTicks([...values.central, ...values.low, ...values.high].filter((value) => value !== null))
  const [least = 0, most = 1] = [ticks[0], ticks.at(-1)]
  const curveTop = top + nameHeight
  const yOf = (value: number) => round1(curveTop + panelHeight * (1 - (value - least) / (most - least)))
  const plot: Plot = { x: at, y: yOf }
  const lines = ticks.map(
    (tick) =>
      html`<path class="tick" d="M${shown.left} ${yOf(tick)}H${shown.width - rightMargin}"/><text class="small" x="${shown.left - 5}" y="${yOf(tick) + 4}" text-anchor="end">${format.number(tick, 0)}</text>`,
  )
  return html`<text class="name" x="0" y="${top + 2}">${name}</text>${lines}<path class="band ${kind}" d="${makeBandPath(values, plot)}"/><path class="line ${kind}" d="${makeLinePath(values.central, plot)}"/>`
}

/** Marks the first estimated price; right of the panel's name where it would overlap that name. */
function estimateLabel({ priceBasis }: DashboardOutlook, { slots, at, shown }: Frame, { texts }: View): Html | null {
  const first = priceBasis.slice(0, slots.length).indexOf('estimate')
  if (first === -1) return null
  const x = Math.min(Math.max(at(first), nameWidth), shown.width - rightMargin - estimateWidth)
  return html`<text class="small estimate" x="${x}" y="${rows.price + 2}">${texts.hours.priceEstimated} →</text>`
}

/** Grey background at night. */
function renderNights({ slots, at }: Frame): Html[] {
  const isNight = ({ minuteOfDay }: ParisSlot) => minuteOfDay >= nightFrom * 60 || minuteOfDay < nightTo * 60
  const [top, height] = [rows.price + nameHeight, rows.carbon + panelHeight - rows.price]
  return findRuns(slots, isNight).map(
    ([from, to]) =>
      html`<rect class="night" x="${at(from)}" y="${top}" width="${(at(to) - at(from)).toFixed(1)}" height="${height}"/>`,
  )
}

/** Start and exclusive end of each run of slots with a property. */
function findRuns(slots: readonly ParisSlot[], has: (slot: ParisSlot) => boolean): [number, number][] {
  const runs: [number, number][] = []
  for (const [index, slot] of slots.entries()) {
    const last = runs.at(-1)
    if (!has(slot)) continue
    if (last !== undefined && last[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  return runs
}

/** The scores as colours with their number, which is omitted only where it does not fit. */
function strip(scores: readonly (number | null)[], { slots, at, shown }: Frame): Html[] {
  const indexed = slots.map(({ startMs }, index) => ({
    index,
    cell: Math.floor(startMs / (shown.hoursPerCell * hourMs)),
  }))
  return [...Map.groupBy(indexed, ({ cell }) => cell).values()].map((ofCell) => {
    const known = ofCell.flatMap(({ index }) => scores[index] ?? [])
    if (known.length === 0) return html``
    const score = Math.round(known.reduce((sum, one) => sum + one, 0) / known.length)
    const [x, end] = [at(ofCell[0]?.index ?? 0), at((ofCell.at(-1)?.index ?? 0) + 1)]
    const width = end - x - 1
    const label = html`<text class="small" x="${((x + end - 1) / 2).toFixed(1)}" y="${rows.strip + stripHeight - 8}" text-anchor="middle">${score}</text>`
    return html`<rect class="cell ${toScoreLevel(score)}" x="${x}" y="${rows.strip}" width="${width.toFixed(1)}" height="${stripHeight}" rx="3"/>${width < cellLabelWidth ? null : label}`
  })
}

/** Hours below the strip, and the days below them, where they fit. */
function renderClockLabels({ slots, at, shown }: Frame, { format }: View): Html[] {
  const end = shown.width - rightMargin
  return slots.flatMap(({ startMs, minuteOfDay }, index) => {
    const [x, instant] = [at(index), formatIso(startMs)]
    const isHour = minuteOfDay % (shown.hoursPerLabel * 60) === 0 && x > shown.left + 8 && x < end - 10
    const hour = html`<text class="small" x="${x}" y="${rows.hours}" text-anchor="middle">${format.time(instant)}</text>`
    const midnight = html`<path class="midnight" d="${[rows.price, rows.carbon].map((top) => `M${x} ${top + nameHeight}v${panelHeight}`).join('')}"/>`
    const day = html`<text class="small day" x="${index === 0 ? shown.left : x}" y="${rows.days}">${format.day(instant)}</text>`
    const isDayNamed = end - x > dayLabelWidth && (minuteOfDay === 0 || (index === 0 && hasRoomForDay(slots, at)))
    return [
      ...(isHour ? [hour] : []),
      ...(minuteOfDay === 0 && index > 0 ? [midnight] : []),
      ...(isDayNamed ? [day] : []),
    ]
  })
}

/** Whether the first day is long enough for its name. */
function hasRoomForDay(slots: readonly ParisSlot[], at: (slot: number) => number): boolean {
  const midnight = slots.findIndex(({ minuteOfDay }, index) => index > 0 && minuteOfDay === 0)
  return midnight === -1 || at(midnight) - at(0) > dayLabelWidth
}

/** Frames around the pieces of the plan, and their times above them where they do not touch. */
function renderMarks({ result, slots: all }: PagePlan, { slots, at, shown }: Frame, { format, texts }: View): Html[] {
  if (!result.isFeasible) return []
  let free = 0
  return result.plan.segments.flatMap(({ first, slots: length }) => {
    if (first >= slots.length) return []
    const [x, end] = [at(first), at(Math.min(slots.length, first + length))]
    const [startMs, endMs] = [all[first]?.startMs ?? 0, (all[first + length - 1]?.startMs ?? 0) + quarterHourMs]
    const middle = Math.min(Math.max((x + end) / 2, markLabelWidth / 2), shown.width - markLabelWidth / 2)
    const hasRoom = middle - markLabelWidth / 2 >= free
    if (hasRoom) free = middle + markLabelWidth / 2
    const [from, to] = [startMs, endMs].map((ms) => format.time(formatIso(ms)))
    const label = html`<text class="mark-time" x="${middle.toFixed(1)}" y="${rows.mark}" text-anchor="middle">${from ?? ''} – ${to ?? ''}</text>`
    const box = (top: number, height: number) => `M${x} ${top}H${end}v${height}H${x}Z`
    const boxes = [rows.price + nameHeight, rows.carbon + nameHeight].map((top) => box(top, panelHeight))
    const path = [...boxes, box(rows.strip + stripHeight + 2, underlineHeight)].join('')
    return html`<path class="mark" data-start="${formatIso(startMs)}" data-end="${formatIso(endMs)}" d="${path}"><title>${texts.plan.best}</title></path>${hasRoom ? label : null}`
  })
}

const formatIso = (atMs: number): string => new Date(atMs).toISOString()
