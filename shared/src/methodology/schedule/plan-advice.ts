import { toWholePercent } from '../../bounds/numbers.ts'
import type { Objective } from '../../contract/planning/choices.ts'
import type { Language } from '../../contract/values/languages.ts'
import { formatFigure, typeset } from '../score/texts/sentence.ts'
import type { TariffPricer } from '../tariffs/tariff-prices.ts'
import type { UnusualOffPeak } from '../tariffs/unusual-off-peak.ts'
import { isAtOnce } from './plan-comparison.ts'
import type { PlanFigures, PlanSlot } from './plan-figures.ts'
import { type LoadPlan, minWaitingProbability } from './plan-load.ts'
import { computeFigureSaving, roundShownFigures, shownDecimals } from './shown-figures.ts'
import { english } from './texts/english.ts'
import { type AdviceTexts, french } from './texts/french.ts'

export type PlanAdvice = {
  result: LoadPlan
  slots: readonly PlanSlot[]
  objective: Objective
  tariff: TariffPricer['kind']
  /** What the household should check about its off-peak hours; absent or null = nothing. */
  unusualOffPeak?: UnusualOffPeak | null
  /** Instant of the advice, ms. */
  nowMs: number
  /** Its civil day in Paris and the next one, `YYYY-MM-DD`: hours of another day are called by it. */
  today: string
  tomorrow: string
  /** The error paths are those shipped with the product, because the archive is too young. */
  arePathsShipped: boolean
  /** Whether the emissions are those of consumption, imports included; absent: of generation. */
  countsImports?: boolean
  /** Why there is no comparison with yesterday: yesterday is unknown, or known under the national weighting only. Absent = nothing is said. */
  withoutYesterday?: 'past' | 'weighting' | undefined
}

type Wording = PlanAdvice & { texts: AdviceTexts; language: Language }

/** A window that begins this soon begins now, ms. */
const nowWithinMs = 15 * 60_000
const minutesPerDay = 1_440

/** Composes the advice: one sentence with figures, with the reason for unknown values. */
export function composePlanAdvice(advice: PlanAdvice, language: Language = 'fr'): string {
  const texts = language === 'fr' ? french : english
  const wording = { ...advice, texts, language }
  return typeset(
    texts.sentence([
      composeAction(wording),
      ...listEqualCosts(wording),
      ...listBoundary(wording),
      ...listUnknowns(wording),
      ...listUncertainCosts(wording),
      ...listUnusualHours(wording),
    ]),
    language,
  )
}

function composeAction(wording: Wording): string {
  const { result, slots, texts } = wording
  const { plan, baselines, worthWaiting } = result
  const start = formatStart(plan, wording)
  if (isAtOnce(plan, baselines.startNow)) {
    const last = slots.at(-1)
    const until = formatTime(last && { date: last.date, minuteOfDay: last.minuteOfDay + 15 }, wording)
    return `${texts.nothingBetter(start, until)}${formatTotals(plan, wording)}`
  }
  const first = baselines.startNow.segments[0]?.first ?? 0
  const atFirst = isNow(slots[first], wording) ? texts.atOnce : texts.at(formatTime(slots[first], wording))
  const than = plan.segments[0]?.first === first ? texts.inOnePiece : atFirst
  const gain = formatGains(wording)
  if (gain === '') return `${texts.start(start)}${formatTotals(plan, wording)}`
  const gainWithChance = `${gain}${formatChance(wording)}`
  if (worthWaiting === false) {
    const isUnsure = (result.probabilityBetterThanNow ?? 1) < minWaitingProbability
    return (isUnsure ? texts.unsure : texts.hardlyMore)(start, than, gainWithChance)
  }
  return texts.rather(plan.segments.length > 1 ? `${start},` : start, than, gainWithChance)
}

function formatStart({ segments }: PlanFigures, wording: Wording): string {
  const { slots, texts } = wording
  const first = slots[segments[0]?.first ?? 0]
  const at = isNow(first, wording) ? texts.atOnce : texts.at(formatTime(first, wording))
  return segments.length === 1 ? at : texts.inPieces(at, segments.length)
}

function isNow(slot: PlanSlot | undefined, { nowMs }: PlanAdvice): boolean {
  return slot !== undefined && slot.startMs - nowMs < nowWithinMs
}

/** A time of a day; 1 440 minutes are its end. */
type Time = { date: string; minuteOfDay: number }

/** `2 h 15`, `2 h 15 demain`, `2 h 15 le 26/10` as clocks in Paris show it. */
function formatTime(time: Time | undefined, { today, tomorrow, texts }: Wording): string {
  if (time === undefined) return ''
  const { date, minuteOfDay } = time
  const clock =
    minuteOfDay === minutesPerDay ? texts.midnight : texts.clock(Math.floor(minuteOfDay / 60), minuteOfDay % 60)
  if (date === today) return clock
  if (date === tomorrow) return texts.tomorrow(clock)
  const [, month = '', day = ''] = date.split('-')
  return texts.onDay(clock, day, month)
}

/**
 * Gains next to starting at once: euros and grams, and before them the points of a plan for the score; empty where none is known. Where the cost is the
 * same, the sentence says so and names the grams only.
 */
function formatGains({ result: { plan, baselines, comparedBy }, objective, texts, language }: Wording): string {
  const { eur, gCo2eq, score } = computeFigureSaving(plan, baselines.startNow, roundShownFigures)
  if (objective === 'cost' && comparedBy === 'carbon')
    return formatSameCost(gCo2eq ?? 0, texts.samePrice, texts, language)
  const euros = eur === null ? [] : [{ saved: eur, text: texts.euros(formatShown(eur, 'eur', language)) }]
  const grams = gCo2eq === null ? [] : [{ saved: gCo2eq, text: texts.grams(formatShown(gCo2eq, 'gCo2eq', language)) }]
  const amounts = objective === 'carbon' ? [...grams, ...euros] : [...euros, ...grams]
  // A saving that rounds to zero is omitted, unless it is the objective.
  const told = amounts.filter(({ saved }, index) => saved !== 0 || index === 0)
  const [less, more] = [told.filter(({ saved }) => saved >= 0), told.filter(({ saved }) => saved < 0)]
  const points =
    objective !== 'score' || score === null
      ? []
      : [score >= 0 ? texts.pointsMore(score) : texts.pointsLess(Math.abs(score))]
  return [
    ...points,
    ...(less.length === 0 ? [] : [texts.less(less.map(({ text }) => text))]),
    ...(more.length === 0 ? [] : [texts.more(more.map(({ text }) => text))]),
  ].join(', ')
}

/** `même prix, 181 g de CO₂ de moins`. */
function formatSameCost(savedGCo2eq: number, samePrice: string, texts: AdviceTexts, language: Language): string {
  const grams = [texts.grams(formatShown(savedGCo2eq, 'gCo2eq', language))]
  return `${samePrice}, ${savedGCo2eq >= 0 ? texts.less(grams) : texts.more(grams)}`
}

/** Says what decided between quarter-hours of the same cost: next to the plan that time alone would take, and where no quarter-hour costs less. */
function listEqualCosts({ result, ...wording }: Wording): string[] {
  const { plan, sameCost, isCostFlat, comparedBy } = result
  const { texts, language } = wording
  // Emissions that are not known decide nothing.
  if (isCostFlat) return [plan.carbon === null ? texts.flatCostOnly : texts.flatCost]
  if (sameCost === null || comparedBy === 'carbon') return []
  const { gCo2eq } = computeFigureSaving(plan, sameCost, roundShownFigures)
  if (gCo2eq === null || gCo2eq <= 0) return []
  return [formatSameCost(gCo2eq, texts.samePriceAs(formatStart(sameCost, { result, ...wording })), texts, language)]
}

/** Says that the grams are those of consumption: without a word they are those of generation. */
function listBoundary({ result, countsImports, texts }: Wording): string[] {
  return countsImports === true && result.plan.carbon !== null ? [texts.countsImports] : []
}

function formatShown(value: number, of: 'eur' | 'gCo2eq', language: Language): string {
  return formatFigure(Math.abs(value), shownDecimals[of], language)
}

function formatChance({ result: { probabilityBetterThanNow }, arePathsShipped, texts }: Wording): string {
  if (probabilityBetterThanNow === null) return ''
  return ` (${texts.chance(toWholePercent(probabilityBetterThanNow), arePathsShipped)})`
}

function formatTotals(plan: PlanFigures, { texts, language }: Wording): string {
  const { eur, gCo2eq, score } = roundShownFigures(plan)
  const amounts = [
    ...(eur === null ? [] : [texts.euros(formatFigure(eur, shownDecimals.eur, language))]),
    ...(gCo2eq === null ? [] : [texts.grams(formatFigure(gCo2eq, shownDecimals.gCo2eq, language))]),
  ]
  const parts = amounts.length > 0 || score === null ? amounts : [texts.scoreOf(score)]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function listUnknowns({ result: { plan, savings }, tariff, withoutYesterday, texts }: Wording): string[] {
  const { eur, gCo2eq, score } = savings.vsNow
  return [
    ...(eur === null && gCo2eq === null && score === null ? [texts.unknownGain] : []),
    ...(plan.cost === null ? [texts.unknownCosts[tariff]] : []),
    ...(plan.carbon === null ? [texts.unknownEmissions] : []),
    ...(withoutYesterday === undefined ? [] : [texts.unknownYesterday[withoutYesterday]]),
  ]
}

/** Says that the cost of the plan, or of starting at once, rests on a colour that is not published or on an estimated price. */
function listUncertainCosts({ result: { plan, baselines }, texts }: Wording): string[] {
  if (plan.cost === null) return []
  const bases = [plan, baselines.startNow].map(({ cost }) => cost?.basis)
  return [
    ...(bases.includes('expected') ? [texts.forecastColor] : []),
    ...(bases.includes('estimate') ? [texts.estimatedPrice] : []),
  ]
}

/** Says what the household should check about the off-peak hours that it gave. */
function listUnusualHours({ unusualOffPeak, texts }: Wording): string[] {
  if (unusualOffPeak === undefined || unusualOffPeak === null) return []
  const { isOverlapping, hasEmptyRange, minutes } = unusualOffPeak
  const writeLength = (length: number) => texts.length(Math.floor(length / 60), length % 60)
  return [
    ...(isOverlapping ? [texts.overlappingOffPeak] : []),
    ...(hasEmptyRange ? [texts.emptyOffPeak] : []),
    ...(minutes === null
      ? []
      : [
          texts.offPeakLength(
            writeLength(minutes.summer),
            minutes.winter === null ? null : writeLength(minutes.winter),
          ),
        ]),
  ]
}
