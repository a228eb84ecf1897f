import { isAtOnce } from '@hexawatt/shared/methodology/schedule/plan-comparison'
import type { PlanFigures } from '@hexawatt/shared/methodology/schedule/plan-figures'
import type { LoadPlan } from '@hexawatt/shared/methodology/schedule/plan-load'
import { computeFigureSaving, roundShownFigures } from '@hexawatt/shared/methodology/schedule/shown-figures'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { writeCarDistance } from '../../../kit/car-distance.ts'
import type { Appliance } from '../plan/appliances.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import { computeFigures } from '../plan/start-figures.ts'
import type { View } from '../texts/view.ts'
import type { TenseSpan } from '../today/grid-tension.ts'
import { type Amounts, chooseUnits, toAmounts, type Units, writeGrams, writeMoney } from './amounts.ts'
import { writeBasis } from './basis-line.ts'
import { findCleanerStart } from './cleaner-start.ts'
import { findClock, nameMoment, writeMoment } from './moment-words.ts'
import { writeTenseNote } from './tense-note.ts'

/** Start and end of a piece of a plan, ms. */
type Span = { startMs: number; endMs: number }

/** What the page answers, with plain spaces. */
export type Answer = {
  appliance: string
  /** When to start: `cette nuit à 3 h`. */
  when: string
  gain: string
  /** Figures behind the gain; empty where there are none. */
  basis: string
  /** When each piece of a split load runs; empty for one piece. */
  pieces: string
  /** Where the load runs; null where no time can be proposed. */
  shown: { figures: PlanFigures; spans: readonly Span[] } | null
  /** Whether the frame is at the best moment. */
  isBest: boolean
}

const noPlan = { basis: '', pieces: '', shown: null, isBest: true } as const

/**
 * The answer to "when?".
 *
 * @param plan null without a forecast
 * @param start quarter-hour that the reader moved the frame to; null = the best one
 * @param asked.tense tense hours of EcoWatt, in order
 */
export function composeAnswer(
  plan: PagePlan | null,
  start: number | null,
  asked: { appliance: Appliance; nowMs: number; tense: readonly TenseSpan[] },
  view: View,
): Answer {
  const { answer: words } = view.texts
  const appliance = words.appliances[asked.appliance]
  if (plan === null) {
    const isNight = findClock(asked.nowMs).hour < 5
    const when = isNight ? words.ratherNow : words.ratherTonight
    return { appliance, when, gain: words.noForecast, ...noPlan }
  }
  if (!plan.result.isFeasible) {
    return { appliance, when: words.none, gain: words.misfits[findMisfit(plan)], ...noPlan }
  }
  return { appliance, ...composePlanned(plan, plan.result, { start, tense: asked.tense }, view) }
}

/** Why the load does not fit. */
function findMisfit({
  result,
  windowSlots,
  slots,
  isQuiet,
  objective,
}: PagePlan): keyof View['texts']['answer']['misfits'] {
  const needed = result.isFeasible ? 0 : result.slots
  if (slots.length < needed) return 'length'
  const free = isQuiet.slice(0, windowSlots).filter((quiet) => !quiet).length
  if (free < windowSlots) return 'quiet'
  return windowSlots < needed ? 'deadline' : objective
}

function composePlanned(
  plan: PagePlan,
  result: LoadPlan,
  { start, tense }: { start: number | null; tense: readonly TenseSpan[] },
  view: View,
): Omit<Answer, 'appliance'> {
  const { answer: words } = view.texts
  const moved = start === null ? null : computeFigures(plan, start)
  const isBest = moved === null || isAtOnce(moved.figures, result.plan)
  const figures = isBest ? result.plan : moved.figures
  const spans = listSpans(figures, plan)
  const { startNow } = result.baselines
  const compared = isBest ? [figures, startNow] : [figures, startNow, result.plan]
  const units = chooseUnits(compared)
  const firstMs = spans[0]?.startMs ?? plan.nowMs
  const count = spans.length > 1 ? words.inPieces(view.format.number(spans.length, 0)) : ''
  const moment = `${writeMoment(firstMs, plan.nowMs, view)}${count}`
  const gain =
    moved === null || isBest ? writeGain(plan, result, units, view) : writeMove(plan, moved, result, units, view)
  const mayRun = isBest && plan.isAnyTimeGood ? listWindow(plan) : spans
  const note = writeTenseNote(mayRun, tense, plan.nowMs, view)
  return {
    when: isBest ? writeWhen(plan, moment, figures, view) : moment,
    gain: note === '' ? gain : `${gain} ${note}`,
    basis: writeBasis({ plan, result, figures, isBest, units }, view),
    pieces: spans.length > 1 ? spans.map((span) => writePiece(span, plan.nowMs, view)).join(' · ') : '',
    shown: { figures, spans },
    isBest,
  }
}

/** The best moment; where now is as good, or any time, that is said. */
function writeWhen(plan: PagePlan, moment: string, { segments }: PlanFigures, view: View): string {
  const { answer: words } = view.texts
  if (!plan.isNowAsGood) return moment
  if (plan.isAnyTimeGood) return words.whenever
  return segments[0]?.first === 0 ? moment : words.nowOr(moment)
}

/** Start and end of each piece, ms. */
function listSpans({ segments }: PlanFigures, { slots }: PagePlan): Span[] {
  return segments.map(({ first, slots: length }) => {
    const startMs = slots[first]?.startMs ?? 0
    return { startMs, endMs: startMs + length * quarterHourMs }
  })
}

/** From the first quarter-hour to the deadline: one span, ms. */
function listWindow({ slots, windowSlots }: PagePlan): Span[] {
  const [first, last] = [slots[0], slots[windowSlots - 1]]
  return first && last ? [{ startMs: first.startMs, endMs: last.startMs + quarterHourMs }] : []
}

/** `cette nuit 3 h – 5 h`. */
function writePiece({ startMs, endMs }: Span, nowMs: number, view: View): string {
  const [from, to] = [startMs, endMs].map((ms) => view.format.time(new Date(ms).toISOString()))
  return nameMoment(startMs, nowMs, `${from ?? ''}\u00a0– ${to ?? ''}`, view)
}

/** What the best moment saves compared with starting now. */
function writeGain(plan: PagePlan, result: LoadPlan, units: Units, view: View): string {
  const { answer: words } = view.texts
  const { startNow } = result.baselines
  if (isAtOnce(result.plan, startNow)) {
    return plan.objective === 'cost' ? writeCheapest(plan, startNow, units, view) : words.nothingBetter
  }
  if (plan.isNowAsGood && !plan.isAnyTimeGood) return words.othersWorse
  if (plan.isNowAsGood) return result.comparedBy === 'score' ? words.hardlyMoreScore : words.hardlyMore
  const [own, now] = [toAmounts(result.plan, units), toAmounts(startNow, units)]
  const { money, grams } = subtract(now, own)
  const less = [
    ...(money > 0 ? [writeMoney(money, units, view)] : []),
    ...(grams > 0 ? [words.carbon(writeGrams(grams, units, view))] : []),
  ]
  const score = computeFigureSaving(result.plan, startNow, roundShownFigures).score ?? 0
  const isByScore = plan.objective === 'score' && score > 0
  if (less.length === 0 && !isByScore) return words.littleBetter
  const points = isByScore ? words.points(view.format.number(score, 0), score < 2) : ''
  const isStartedNow = result.plan.segments[0]?.first === startNow.segments[0]?.first
  const than = isStartedNow ? words.thanInOnePiece : words.thanNow
  const saved = words.less(less.join(` ${words.and} `), than)
  const main = isByScore ? words.morePoints(points, than) : saved
  const also = isByScore && less.length > 0 ? ` ${words.and} ${saved}` : ''
  const drawbacks = [
    ...(grams < 0 ? [words.but(words.carbon(writeGrams(-grams, units, view)))] : []),
    ...(money < 0 ? [words.but(writeMoney(-money, units, view))] : []),
  ]
  const isOnlyCarbon = money <= 0 && grams > 0 && drawbacks.length === 0 && !isByScore
  const byCar = isOnlyCarbon ? words.byCar(writeCarDistance(grams, view.format)) : ''
  return `${main}${also}${drawbacks.join('')}${byCar}.`
}

/** Starting now is the cheapest; where a later start emits clearly less, that is said too. */
function writeCheapest(plan: PagePlan, startNow: PlanFigures, units: Units, view: View): string {
  const { answer: words } = view.texts
  const cleaner = findCleanerStart(plan, startNow)
  if (cleaner === null) return words.nothingCheaper
  const { grams } = subtract(toAmounts(startNow, units), toAmounts(cleaner.figures, units))
  if (grams <= 0) return words.nothingCheaper
  const when = writeMoment(cleaner.startMs, plan.nowMs, view)
  return words.cheapestNotCleanest(words.carbonLess(writeGrams(grams, units, view)), when)
}

/** What a moved frame costs compared with the best moment. */
function writeMove(
  plan: PagePlan,
  moved: { figures: PlanFigures; isLate: boolean; isQuiet: boolean },
  { plan: best }: LoadPlan,
  units: Units,
  view: View,
): string {
  const { answer: words } = view.texts
  const { money, grams } = subtract(toAmounts(moved.figures, units), toAmounts(best, units))
  const differences = [
    ...(money === 0 ? [] : [(money > 0 ? words.movedMore : words.movedLess)(writeMoney(Math.abs(money), units, view))]),
    ...(grams === 0
      ? []
      : [(grams > 0 ? words.carbonMore : words.carbonLess)(writeGrams(Math.abs(grams), units, view))]),
  ]
  const bestMs = plan.slots[best.segments[0]?.first ?? 0]?.startMs ?? plan.nowMs
  const when = writeMoment(bestMs, plan.nowMs, view)
  const sentence =
    differences.length === 0 ? words.asGoodAs(when) : words.thanBest(differences.join(` ${words.and} `), when)
  const warnings = [...(moved.isLate ? [words.late] : []), ...(moved.isQuiet ? [words.inQuiet] : [])]
  return [sentence, ...warnings].join(' ')
}

/** Centimes and grams that one has more than the other; 0 where one of the two is unknown. */
function subtract(one: Amounts, other: Amounts): { money: number; grams: number } {
  const money = one.centimes === null || other.centimes === null ? 0 : one.centimes - other.centimes
  const grams = one.grams === null || other.grams === null ? 0 : one.grams - other.grams
  return { money, grams }
}
