import { round1 } from '@hexawatt/shared/bounds/numbers'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardExchanges } from '@hexawatt/shared/contract/dashboard/exchanges-and-regions'
import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { capitalise, joinWords, writeClock } from './day-words.ts'
import { roundToGigawatts } from './shown-gigawatts.ts'
import type { TodayView } from './texts/view.ts'

/** Sides of the country. */
const places = ['britain', 'northEast', 'switzerland', 'italy', 'spain', 'other'] as const
type Place = (typeof places)[number]

const placeByCountry: Readonly<Record<string, Place>> = {
  ...{ GB: 'britain', IE: 'britain', DE: 'northEast', BE: 'northEast', LU: 'northEast', 'DE+BE': 'northEast' },
  ...{ CH: 'switzerland', IT: 'italy', ES: 'spain' },
}

/** Net import of a side, GW in whole numbers that add up to the sum; null = unknown. */
export type SideExchange = { place: Place; netImportGw: number | null }

/** Middle of the side of the hexagon, direction outward, and where its name stands in the box 305 × 190. */
type Side = { x: number; y: number; dx: number; dy: number; textX: number; textY: number; anchor: 'start' | 'end' }
const sides: Readonly<Record<Place, Side>> = {
  britain: { x: 106, y: 60, dx: -0.5, dy: -0.87, textX: 76, textY: 24, anchor: 'end' },
  northEast: { x: 154, y: 60, dx: 0.5, dy: -0.87, textX: 184, textY: 24, anchor: 'start' },
  switzerland: { x: 179, y: 84, dx: 1, dy: 0, textX: 220, textY: 76, anchor: 'start' },
  italy: { x: 179, y: 116, dx: 1, dy: 0, textX: 220, textY: 118, anchor: 'start' },
  spain: { x: 106, y: 146, dx: -0.5, dy: 0.87, textX: 76, textY: 168, anchor: 'end' },
  other: { x: 154, y: 146, dx: 0.5, dy: 0.87, textX: 184, textY: 168, anchor: 'start' },
}

/** Width of an arrow per GW, and of the thinnest; the widest leaves its side of the hexagon visible. */
const [widthPerGw, leastWidth, mostWidth] = [3.2, 3, 30] as const

/** The exchanges with the neighbours as arrows on the sides of the country: out is export, in and lighter is import. */
export function renderExchanges(
  { exchanges, consumption }: Pick<DashboardResponse, 'exchanges' | 'consumption'>,
  view: TodayView,
): Html {
  const { exchanges: words } = view.texts
  const regions = html`${writeConsumed(consumption, view)}<a class="more-regions" href="etat#regions">${words.regions}</a>`
  if (exchanges === null) {
    return html`<section class="ex empty" id="exchanges" aria-labelledby="ex-heading"><h2 id="ex-heading">${words.heading}</h2><p class="quiet">${words.none}</p>${regions}</section>`
  }
  const { bySide, totalGw } = roundExchanges(exchanges)
  const said = bySide.map(({ place, netImportGw }) => saySide(words.places[place], netImportGw, view)).join(', ')
  return html`<section class="ex" id="exchanges" aria-labelledby="ex-heading"><h2 id="ex-heading">${words.heading}</h2><p class="quiet">${writeSentence(exchanges, { bySide, totalGw }, view)}</p>
<svg viewBox="0 0 305 190" role="img" aria-label="${said}"><path class="h" d="${hexagonPath(130, 103, 56)}"/>${renderSum(totalGw, view)}${bySide.map((side) => renderSide(side, view))}</svg>${regions}</section>`
}

/** The intensity of the electricity consumed in the newest hour whose imports are known, how much of it was imported, and by which mix the imports count. */
function writeConsumed(consumption: DashboardResponse['consumption'], view: TodayView): Html | null {
  if (consumption === null || consumption.gCo2PerKwh === null) return null
  const { slotStart, slotEnd, gCo2PerKwh, domesticShare, basis } = consumption
  const { texts, format } = view
  const { consumed } = texts.exchanges
  const [from, to] = [slotStart, slotEnd].map((instant) => writeClock(Date.parse(instant), view))
  const when = capitalise(texts.range(from ?? '', to ?? ''))
  const share = format.number(100 * (1 - (domesticShare ?? 1)), 1)
  return html`<p class="quiet" id="consumed">${consumed.intensity(when, format.number(gCo2PerKwh, 0))}${basis === null ? consumed.noImport : consumed.imported(share, consumed.bases[basis])}.</p>`
}

/** The exchanges by side in whole GW; the figures add up to the sum, which is null where a side is unknown. */
export function roundExchanges({ neighbours }: Pick<DashboardExchanges, 'neighbours'>): {
  bySide: SideExchange[]
  totalGw: number | null
} {
  const ofPlace = Map.groupBy(neighbours, ({ country }) => placeByCountry[country] ?? 'other')
  const powers = places.flatMap((place) => {
    const members = ofPlace.get(place)
    if (members === undefined) return []
    const known = members.flatMap(({ netImportMw }) => (netImportMw === null ? [] : netImportMw))
    return { place, netMw: known.length < members.length ? null : known.reduce((sum, power) => sum + power, 0) }
  })
  const known = powers.flatMap(({ netMw }) => (netMw === null ? [] : netMw))
  const { figuresGw, totalGw } = roundToGigawatts(known)
  let next = 0
  const bySide = powers.map(({ place, netMw }) => ({
    place,
    netImportGw: netMw === null ? null : (figuresGw[next++] ?? 0),
  }))
  return { bySide, totalGw: known.length < powers.length ? null : totalGw }
}

function writeSentence(
  { start, end, isEstimated }: DashboardExchanges,
  { bySide, totalGw }: ReturnType<typeof roundExchanges>,
  view: TodayView,
): string {
  const { exchanges: words, range, and } = view.texts
  const when = capitalise(range(writeClock(Date.parse(start), view), writeClock(Date.parse(end), view)))
  const estimate = isEstimated ? words.estimated : ''
  if (totalGw === null) {
    const missing = bySide.filter(({ netImportGw }) => netImportGw === null).map(({ place }) => words.places[place])
    return `${words.missing(when, joinWords(missing, and))}.`
  }
  if (totalGw === 0) return `${words.balancing(when)}${estimate}.`
  return `${(totalGw < 0 ? words.exporting : words.importing)(when, Math.abs(totalGw))}${estimate}.`
}

function saySide(place: string, netImportGw: number | null, { texts }: TodayView): string {
  const { exchanges: words } = texts
  if (netImportGw === null) return words.placeUnknown(place)
  if (netImportGw === 0) return words.placeBalanced(place)
  return netImportGw < 0 ? words.placeExports(place, -netImportGw) : words.placeImports(place, netImportGw)
}

function renderSum(totalGw: number | null, { texts }: TodayView): Html {
  const { exchanges: words } = texts
  const state =
    totalGw === null ? words.unknownSum : totalGw === 0 ? words.balanced : totalGw < 0 ? words.exports : words.imports
  return html`<text class="q" x="130" y="98" text-anchor="middle">${state}</text><text class="sum" x="130" y="120" text-anchor="middle">${totalGw === null ? texts.unknown : words.power(Math.abs(totalGw))}</text>`
}

function renderSide({ place, netImportGw }: SideExchange, { texts }: TodayView): Html {
  const { textX, textY, anchor } = sides[place]
  const { exchanges: words } = texts
  const figure = netImportGw === null ? texts.unknown : words.power(Math.abs(netImportGw))
  return html`${renderArrow(sides[place], netImportGw ?? 0)}<text x="${textX}" y="${textY}" text-anchor="${anchor}"><tspan class="q">${words.places[place]}</tspan><tspan class="gw" x="${textX}" dy="16">${figure}</tspan></text>`
}

/** An arrow whose shaft is as wide as the power is great; none for a figure of 0. */
function renderArrow({ x, y, dx, dy }: Side, netImportGw: number): Html {
  if (netImportGw === 0) return html``
  const width = Math.min(mostWidth, Math.max(leastWidth, Math.abs(netImportGw) * widthPerGw))
  const isImport = netImportGw > 0
  const [from, to] = isImport ? [34, 14] : [0, 20]
  const [x1, y1, x2, y2] = [x + dx * from, y + dy * from, x + dx * to, y + dy * to]
  const [ux, uy] = isImport ? [-dx, -dy] : [dx, dy]
  const half = width / 2 + 4
  const tip = [
    [x2 + ux * 11, y2 + uy * 11],
    [x2 - uy * half, y2 + ux * half],
    [x2 + uy * half, y2 - ux * half],
  ]
    .map((point) => point.map(round1).join(' '))
    .join('L')
  const shaft = `M${round1(x1)} ${round1(y1)}L${round1(x2)} ${round1(y2)}`
  return html`<g class="${isImport ? 'im' : 'exp'}"><path class="a" stroke-width="${round1(width)}" d="${shaft}"/><path class="p" d="M${tip}Z"/></g>`
}
