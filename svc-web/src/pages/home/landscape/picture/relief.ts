import type { BandedValue, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { colorOfScore } from '../../../../kit/score-scale.ts'
import { drawCurve, findKnownRuns, type KnownRun, listCurvePoints, type Point } from './curve.ts'
import { boxHeight } from './rows.ts'

/** Share of the row that the highest value or upper limit takes: the sky stays above it. */
const reliefShare = 0.74
/** Least top of the scale, g/kWh: a calm day of 10 g must not look like a mountain. */
const leastTop = 20

/** Colour of hours whose score is unknown. */
const unknownColor = '#8f97bd'

export type Intensities = readonly (BandedValue | null)[]

/** Height in the box, from its top, of an intensity in g/kWh: from zero at the bottom to the highest value or limit of the window. */
export function makeReliefScale(intensities: Intensities): { top: number; toY: (gCo2PerKwh: number) => number } {
  const values = intensities.flatMap((value) => (value === null ? [] : [value.high ?? value.central, value.central]))
  const top = values.reduce((most, value) => Math.max(most, value), leastTop)
  return { top, toY: (gCo2PerKwh) => boxHeight * (1 - (gCo2PerKwh / top) * reliefShare) }
}

/** The hills: a stretch of known intensities is a hill, in the colours of the scores, under a veil between the limits of the forecast. */
export function renderRelief(slots: readonly PlanSlot[]): Html {
  const intensities = slots.map(({ gCo2PerKwh }) => gCo2PerKwh)
  const { toY } = makeReliefScale(intensities)
  const drawnPoints = (run: KnownRun): Point[] => listCurvePoints(run).map(({ x, y }) => ({ x, y: toY(y) }))
  const hills = findKnownRuns(intensities.map((value) => value?.central ?? null)).map((run) => {
    const points = drawnPoints(run)
    const line = drawCurve(points)
    const start = points[0]?.x ?? 0
    return html`<path fill="url(#land-score)" d="M${start} ${boxHeight}L${line}V${boxHeight}z"/><path class="case" d="M${line}"/><path class="crest" d="M${line}"/>`
  })
  const veils = listVeils(intensities).map(({ low, high }) => {
    const upper = drawCurve(drawnPoints(high))
    const lower = drawCurve(drawnPoints(low).reverse())
    return html`<path class="veil" d="M${upper}L${lower}z"/>`
  })
  return html`<linearGradient id="land-score" gradientUnits="userSpaceOnUse" x2="${slots.length}">${renderScoreStops(slots)}</linearGradient>${hills}${veils}`
}

/** Stretches in which both limits are known. */
function listVeils(intensities: Intensities): { low: KnownRun; high: KnownRun }[] {
  const isBanded = (value: BandedValue | null) => value !== null && value.low !== null && value.high !== null
  const high = findKnownRuns(intensities.map((value) => (isBanded(value) ? (value?.high ?? null) : null)))
  const low = findKnownRuns(intensities.map((value) => (isBanded(value) ? (value?.low ?? null) : null)))
  return high.flatMap((run, index) => {
    const lower = low[index]
    return lower === undefined ? [] : [{ low: lower, high: run }]
  })
}

export type ColorStop = { slot: number; color: string }

/** Colours of the scores at the middle of the quarter-hours that share a score. */
export function listScoreStops(slots: readonly PlanSlot[]): ColorStop[] {
  const known = findKnownRuns(slots.map(({ score }) => score?.central ?? null))
  const stops = known.flatMap((run): ColorStop[] =>
    listCurvePoints(run).map(({ x, y }) => ({ slot: x, color: colorOfScore(y) })),
  )
  const gaps = findKnownRuns(slots.map(({ score }) => (score === null ? 0 : null))).flatMap(
    ({ first, values }): ColorStop[] => [
      { slot: first, color: unknownColor },
      { slot: first + values.length, color: unknownColor },
    ],
  )
  return [...stops, ...gaps].sort((one, other) => one.slot - other.slot)
}

function renderScoreStops(slots: readonly PlanSlot[]): Html[] {
  return listScoreStops(slots).map(
    ({ slot, color }) => html`<stop offset="${toOffset(slot / slots.length)}" stop-color="${color}"/>`,
  )
}

/** A share as the offset of a gradient's stop. */
export const toOffset = (share: number): string => String(Number(share.toFixed(4)))
