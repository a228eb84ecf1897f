import { minuteMs, quarterHourMs } from '@hexawatt/shared/time/instant'
import type { ParisSlot } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../../kit/html.ts'
import { computeLitShare, computeMoonPhase, makeMoonPath } from '../astronomy/moon.ts'
import { drawCurve, findKnownRuns, listCurvePoints } from '../geometry/curve.ts'
import { estimateTextEm, hideBehind, leastSlotWidth, type SpacedLabel } from '../geometry/label-space.ts'
import { boxHeight, type Row, toEm, toPictureX, toPictureY } from '../geometry/rows.ts'
import type { PlacedPill } from './pills.ts'
import { listSunTimes } from './sky.ts'

/** Share of the sky that the highest solar power takes. */
const bellShare = 0.72
/** Least top of the bell's scale, MW: clouds of winter make a low bell. */
const leastBellMw = 8_000

type SolarPowers = readonly (number | null)[]

const toBellY = (powerMw: number, topMw: number): number => boxHeight * (1 - (powerMw / topMw) * bellShare)

const findTopMw = (solarMw: SolarPowers): number => Math.max(leastBellMw, ...solarMw.map((power) => power ?? 0))

/** The golden bell of forecast solar power, in a box of the slots × 100; empty where nothing is forecast. */
export function renderBells(solarMw: SolarPowers): Html {
  const topMw = findTopMw(solarMw)
  // Zeros of the night belong to the curve: the bell rises from the ground.
  const bells = findKnownRuns(solarMw).map((run) => {
    const points = listCurvePoints(run).map(({ x, y }) => ({ x, y: toBellY(y, topMw) }))
    return html`<path fill="url(#land-bell)" d="M${run.first} ${boxHeight}L${drawCurve(points)}V${boxHeight}z"/>`
  })
  if (bells.length === 0) return html``
  return html`<linearGradient id="land-bell" x2="0" y2="1"><stop stop-color="#ffe9ac" stop-opacity=".95"/><stop offset="1" stop-color="#ffe9ac" stop-opacity=".15"/></linearGradient>${bells}`
}

/** Highest place of the sun in the sky, and space between the disc and the hill that its label needs, percent of the row. */
const [highestSunY, labelSpace] = [13, 37] as const

/** Sun and moon are drawn in a box of pixels over the sky, which cuts the light around them. */
const sky: Row = { top: 0, height: 100 }

type Sky = {
  slots: readonly ParisSlot[]
  solarMw: SolarPowers
  findHillY: (slot: number) => number
  pills: readonly PlacedPill[]
  /** Words at the top of the sky, behind which sun and moon are hidden. */
  words: readonly SpacedLabel[]
}

/** Widths of sun and moon with the space to a word, px, and the height of the sky above which the sun is level with the words, percent of the row. */
const [sunWidth, moonWidth, wordsLevel] = [38, 23, 27] as const

/** Middle of the sun's label below the sun, and height of a label, percent of the row. */
const [labelBelow, labelHeight] = [15, 12] as const

/** The sun of each day, where its power is highest or at solar noon, with the forecast power. */
export function renderSuns(
  { slots, solarMw, findHillY, pills, words }: Sky,
  writeSolar: (gigawatts: number) => string,
): Html[] {
  const topMw = findTopMw(solarMw)
  return listSunTimes(slots).flatMap(({ riseMs, noonMs, setMs }) => {
    const noon = toSlot(noonMs, slots)
    // The sun of a day whose noon is outside of the window would stand at its edge.
    if (noon < 0 || noon > slots.length) return []
    const slot = findBrightest(solarMw, toSlot(riseMs, slots), toSlot(setMs, slots)) ?? noon
    const power = solarMw[Math.floor(slot)] ?? null
    const hillY = findHillY(slot)
    const bellY = power === null ? highestSunY : toBellY(power, topMw)
    const y = Math.max(highestSunY, Math.min(bellY, hillY - labelSpace))
    const gigawatts = power === null ? 0 : Math.round(power / 1_000)
    const text = writeSolar(gigawatts)
    const em = estimateTextEm(text) + 0.9
    const half = (em * fontSize) / 2 / leastSlotWidth
    const hasRoom = gigawatts > 0 && hillY - y >= labelSpace - 2 && slot > half && slot < slots.length - half
    const level = pills.filter((pill) => Math.abs(pill.y - y - labelBelow) < labelHeight)
    const hidden = hideBehind({ middle: slot, width: em * fontSize }, level, slots.length)
    const behind = y > wordsLevel ? '' : hideBehind({ middle: slot, width: sunWidth }, words, slots.length)
    return html`<svg class="${`sun ${behind}`.trim()}" x="${toPictureX(slot, slots.length)}" y="${toPictureY(sky, y)}"><circle r="46" fill="url(#land-glow)"/><circle class="disc" r="16"/>${hasRoom ? renderSunLabel(text, em, hidden) : null}</svg>`
  })
}

/** The light around the sun. */
export const sunGlow = html`<radialGradient id="land-glow"><stop offset=".3" stop-color="#ffedb5" stop-opacity=".85"/><stop offset="1" stop-color="#ffedb5" stop-opacity="0"/></radialGradient>`

const fontSize = 13

function renderSunLabel(text: string, em: number, hidden: string): Html {
  return html`<g class="${hidden}"><rect class="pill-back" x="${toEm(-em / 2)}" y="1.750em" width="${toEm(em)}" height="1.500em" rx=".75em"/><text y="2.500em">${text}</text></g>`
}

function findBrightest(solarMw: SolarPowers, from: number, to: number): number | null {
  let best: number | null = null
  for (let slot = Math.max(0, Math.ceil(from)); slot < Math.min(to, solarMw.length); slot++) {
    const power = solarMw[slot] ?? 0
    if (power > (best === null ? 0 : (solarMw[best] ?? 0))) best = slot
  }
  if (best === null) return null
  // Values that are known by the hour are repeated: the middle of the hour.
  let last = best
  while (solarMw[last + 1] === solarMw[best] && last - best < 3) last++
  return (best + last + 1) / 2
}

const toSlot = (atMs: number, slots: readonly ParisSlot[]): number => (atMs - (slots[0]?.startMs ?? 0)) / quarterHourMs

/** Below this lit share the moon is not seen. */
const leastLitShare = 0.03
const halfDayMs = 12 * 60 * minuteMs

/** The moon of each night in its phase, in the middle of the night. */
export function renderMoons({ slots, words }: Pick<Sky, 'slots' | 'words'>): Html[] {
  return listSunTimes(slots)
    .flatMap(({ noonMs }) => [noonMs - halfDayMs, noonMs + halfDayMs])
    .filter((atMs, index, all) => all.findIndex((other) => Math.abs(other - atMs) < halfDayMs) === index)
    .flatMap((atMs) => {
      const [slot, phase] = [toSlot(atMs, slots), computeMoonPhase(atMs)]
      if (slot < 4 || slot > slots.length - 4 || computeLitShare(phase) < leastLitShare) return []
      const behind = hideBehind({ middle: slot, width: moonWidth }, words, slots.length)
      return html`<svg class="${`moon ${behind}`.trim()}" x="${toPictureX(slot, slots.length)}" y="${toPictureY(sky, 12)}"><circle class="dark" r="8.500"/><path transform="scale(8.500)" d="${makeMoonPath(phase)}"/></svg>`
    })
}
