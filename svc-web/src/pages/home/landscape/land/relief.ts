import { roundHalfAwayFromZero } from '@hexawatt/shared/bounds/numbers'
import type { BandedValue, PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { type Html, html } from '../../../../kit/html.ts'
import { colorOfScore } from '../../../../kit/score-scale.ts'
import { drawCurve, findKnownRuns, listCurvePoints, type Point } from '../geometry/curve.ts'
import { boxHeight } from '../geometry/rows.ts'

/** Share of the row that the highest value or upper limit takes: the sky stays above it. */
const reliefShare = 0.74
/** Least top of the scale, g/kWh: the hills of a day with little carbon are low. */
const leastTop = 40

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
  const scaled = (points: readonly Point[]): Point[] => points.map(({ x, y }) => ({ x, y: toY(y) }))
  const hills = findKnownRuns(intensities.map((value) => value?.central ?? null)).map((run) => {
    const line = drawCurve(scaled(listCurvePoints(run)))
    return html`<path fill="url(#land-score)" d="M${run.first} ${boxHeight}L${line}V${boxHeight}z"/><path class="case" d="M${line}"/><path class="crest" d="M${line}"/>`
  })
  const [low, high] = [intensities.map((value) => value?.low ?? 0), intensities.map((value) => value?.high ?? 0)]
  const banded = intensities.map((value) => (value?.low == null || value.high == null ? null : value.central))
  const veils = findKnownRuns(banded).map((run) => {
    const upper = drawCurve(scaled(listCurvePoints(run, high)))
    const lower = drawCurve(scaled(listCurvePoints(run, low)).reverse())
    return html`<path class="veil" d="M${upper}L${lower}z"/>`
  })
  return html`<linearGradient id="land-score" gradientUnits="userSpaceOnUse" x2="${slots.length}">${renderScoreStops(slots)}</linearGradient>${hills}${veils}`
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
export const toOffset = (share: number): string => String(roundHalfAwayFromZero(share, 4))
