import type { PlanSlot } from '@hexawatt/shared/methodology/schedule/plan-figures'
import { toGlobalScore, toScoreLevel } from '@hexawatt/shared/methodology/score/composite'
import { toParisHourOfDay } from '@hexawatt/shared/time/paris-clock'
import { renderScoreChip } from '../../../../kit/drawing/score-chip.ts'
import { type Html, html } from '../../../../kit/html.ts'
import { writeSpan } from '../picture/frame.ts'
import type { PriceKind } from '../price/price-steps.ts'
import { computeMeans, type HourlyInputs, type Span, type SpanMeans } from '../window/hours.ts'
import { type LandscapeView, writeCents, writeDay, writeGrams } from '../window/landscape-view.ts'

/** What the figures are made of. */
export type ReadoutInputs = HourlyInputs & {
  findPriceKind: (slot: PlanSlot) => PriceKind
  today: string
  nowMs: number
  view: LandscapeView
}

/** The figures of the pieces of a plan, or of an hour, always in the same five places. */
export function renderReadout(title: string, spans: readonly Span[], inputs: ReadoutInputs): Html {
  const { view, findPriceKind, slots } = inputs
  const { readout } = view.texts
  const means = computeMeans(inputs, spans)
  const unknown = html`<span class="unknown">${readout.unknown}</span>`
  const first = slots[spans[0]?.first ?? 0]
  const basis = first === undefined ? '' : writePriceBasis(means, findPriceKind(first), view)
  const price = means.eurPerKwh === null ? unknown : html`${writeCents(means.eurPerKwh, view)} <small>${basis}</small>`
  return html`<div class="what${spans.length > 1 ? ' pieces' : ''}"><dt>${title}${spans.length > 1 ? view.texts.frame.pieces(spans.length) : null}</dt><dd>${writeWhen(spans, inputs)}</dd></div>
<div><dt>${readout.score}</dt><dd>${renderScore(means, view) ?? unknown}</dd></div>
<div><dt>${readout.intensity}</dt><dd>${renderIntensity(means, view) ?? unknown}</dd></div>
<div><dt>${readout.price}</dt><dd>${price}</dd></div>
<div class="grid"><dt>${readout.grid}</dt><dd>${readout.signals[means.signal ?? 'unknown']} <small>${writeSunAndWind(means, view)}</small></dd></div>`
}

/** The figures of the hour that the reader points at. */
export const renderHourReadout = (hour: Span, inputs: ReadoutInputs): Html =>
  renderReadout(inputs.view.texts.readout.hour, [hour], inputs)

/** The figures of an hour in one line, for the range input that reads the hours. */
export function writeHour(hour: Span, inputs: ReadoutInputs): string {
  const { view } = inputs
  const { readout } = view.texts
  const { score, gCo2PerKwh, eurPerKwh, signal } = computeMeans(inputs, [hour])
  const parts = [
    writeWhen([hour], inputs),
    score === null ? null : `${readout.score} ${toGlobalScore(score)}`,
    gCo2PerKwh === null ? null : writeGrams(gCo2PerKwh.central, view),
    eurPerKwh === null ? null : writeCents(eurPerKwh, view),
    signal === null ? null : readout.signals[signal],
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function renderScore({ score }: SpanMeans, { texts }: LandscapeView): Html | null {
  if (score === null) return null
  const shown = toGlobalScore(score)
  return html`${renderScoreChip(shown)} <span>${texts.readout.levels[toScoreLevel(shown)]}</span>`
}

/** Hour of the clock at which a night ends. */
const nightEnds = 6

function writeWhen(spans: readonly Span[], { slots, today, nowMs, view }: ReadoutInputs): string {
  const [first] = spans
  const start = first && slots[first.first]
  if (first === undefined || start === undefined) return '–'
  // The answer names the days of the pieces.
  if (spans.length > 1) return view.texts.readout.pieces(spans.map((span) => writeSpan(span, slots, view)))
  const day = writeDay(start.date, today, view)
  // As the answer says it: after midnight, "this night" is the one in progress, before it the one to come.
  const isTonight = start.minuteOfDay < nightEnds * 60 && day === findDayOfNight(nowMs, view)
  return `${isTonight ? view.texts.tonight : day} ${writeSpan(first, slots, view)}`
}

const findDayOfNight = (nowMs: number, { texts }: LandscapeView): string =>
  toParisHourOfDay(nowMs) < nightEnds ? texts.today : texts.tomorrow

function renderIntensity({ gCo2PerKwh }: SpanMeans, view: LandscapeView): Html | null {
  if (gCo2PerKwh === null) return null
  const { central, low, high } = gCo2PerKwh
  const [from, to] = [low, high].map((value) => (value === null ? null : view.format.number(Math.round(value), 0)))
  const band = from && to ? html` <small>${view.texts.readout.band(from, to)}</small>` : null
  return html`${writeGrams(central, view)}${band}`
}

function writePriceBasis({ isPriceEstimated }: SpanMeans, kind: PriceKind, { texts }: LandscapeView): string {
  const { estimated, contracts, colorDays } = texts.readout
  if (isPriceEstimated) return estimated
  return kind === 'blue' || kind === 'white' || kind === 'red' ? colorDays[kind] : contracts[kind]
}

function writeSunAndWind({ solarMw, windMw }: SpanMeans, { texts, format }: LandscapeView): string {
  const [sun, wind] = [solarMw, windMw].map((power) => (power === null ? null : Math.round(power / 1_000)))
  const isWindKnown = wind !== null && wind !== undefined
  const sunText =
    sun === null || sun === undefined ? null : isWindKnown ? format.number(sun, 0) : format.quantity(sun, 0, 'GW')
  return texts.readout.sunAndWind(sunText, isWindKnown ? format.quantity(wind, 0, 'GW') : null)
}
