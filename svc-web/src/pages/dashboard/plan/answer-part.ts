import { slotMinutes } from '@hexawatt/shared/contract/planning/choices'
import type { SlotSegment } from '@hexawatt/shared/methodology/schedule/optimise'
import type { LoadPlan } from '@hexawatt/shared/methodology/schedule/plan-load'
import {
  computeFigureSaving,
  roundShownFigures,
  shownDecimals,
} from '@hexawatt/shared/methodology/schedule/shown-figures'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { addDays } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'
import { makeCalendarAddress } from './calendar.ts'
import { writeChoice } from './choice.ts'
import { type PagePlan, planSentence } from './page-plan.ts'

/** A start within this time counts as now, ms. */
const nowWithinMs = quarterHourMs

/** The answer to "when?": a headline, a sentence with its reasons, the saving, and actions; the missing data where there is no plan. */
export function answerPart(plan: PagePlan | null, view: View): Html {
  const { plan: words } = view.texts
  if (plan === null) return html`<p class="notice" id="plan-none">${words.none}</p>`
  const { result, choice } = plan
  if (!result.isFeasible) {
    const reason = result.windowSlots < result.slots ? words.tooLong : words.unknown[choice.objective]
    return html`<p class="notice" id="plan-none">${reason}</p>`
  }
  return html`<p class="headline" id="plan-headline">${writeHeadline(plan, result, view)}</p>
<p id="plan-sentence">${planSentence(plan, view.texts.language)}</p>
${renderPieces(plan, result, view)}<dl class="gains">${renderGains(plan, result, view)}</dl>
<p class="quiet">${priceNote(result, view)}</p>
<p class="actions"><a id="plan-calendar" href="${makeCalendar(plan, result, view)}" download="hexawatt.ics">${words.calendar}</a> <a id="plan-link" href="#${writeChoice(choice)}">${words.link}</a></p>`
}

/** `Start tomorrow at 02:15, done at 04:15.` */
function writeHeadline(plan: PagePlan, { plan: { segments } }: LoadPlan, view: View): string {
  const { plan: words } = view.texts
  if (plan.isAnyTimeGood) return plan.choice.objective === 'score' ? words.anyTimeByScore : words.anyTime
  const [startMs, endMs] = [spanOf(segments[0], plan).startMs, spanOf(segments.at(-1), plan).endMs]
  const start = startMs - plan.nowMs < nowWithinMs ? words.now : writeWhen(startMs, plan, view)
  const pieces = segments.length > 1 ? `, ${words.inPieces} ${segments.length}\u00a0${words.pieces}` : ''
  return `${words.start} ${start}${pieces}, ${words.done}\u00a0${view.format.time(formatIso(endMs))}.`
}

/** When each piece runs, if there are several. */
function renderPieces(plan: PagePlan, { plan: { segments } }: LoadPlan, view: View): Html | null {
  if (segments.length === 1) return null
  const pieces = segments.map((segment) => {
    const { startMs, endMs } = spanOf(segment, plan)
    const [from, to] = [view.format.time(formatIso(startMs)), view.format.time(formatIso(endMs))]
    return [writeDayName(startMs, plan, view), `${from} – ${to}`].filter((text) => text !== '').join(' ')
  })
  return html`<p class="quiet" id="plan-pieces">${pieces.join(' · ')}</p>`
}

function writeWhen(atMs: number, plan: PagePlan, view: View): string {
  const day = writeDayName(atMs, plan, view)
  return `${day === '' ? '' : `${day} `}${view.texts.plan.at}\u00a0${view.format.time(formatIso(atMs))}`
}

/** Empty for today. */
function writeDayName(atMs: number, { today }: PagePlan, { texts, format }: View): string {
  const day = format.day(formatIso(atMs))
  const dayIs = (days: number) => day === format.day(`${addDays(today, days)}T12:00:00Z`)
  if (dayIs(0)) return ''
  return dayIs(1) ? texts.plan.tomorrow : day
}

/** Displayed figures: `saved` is the difference of the two others. */
type Amounts = { of: number | null; now: number | null; saved: number | null }

/** The saving compared with starting at once; the total where both are equal. */
function renderGain(
  id: string,
  name: string,
  { of, now, saved }: Amounts,
  decimals: 0 | 2,
  unit: string,
  { texts, format }: View,
): Html {
  const { plan: words, unknown } = texts
  if (of === null) return html`<div id="plan-${id}"><dt>${name}</dt><dd class="unknown">${unknown}</dd></div>`
  const write = (value: number) => format.quantity(value, decimals, unit)
  const isNothing = saved === null || saved === 0
  const change = isNothing ? words.same : `${write(Math.abs(saved))} ${saved > 0 ? words.saved : words.more}`
  const total = now === null ? write(of) : `${format.number(of, decimals)} ${words.insteadOf} ${write(now)}`
  return html`<div id="plan-${id}"><dt>${name}</dt><dd>${isNothing ? write(of) : change}</dd><dd class="quiet">${isNothing ? change : total}</dd></div>`
}

function renderGains({ load, choice }: PagePlan, { plan, baselines }: LoadPlan, view: View): Html[] {
  const { texts, format } = view
  const [own, now] = [roundShownFigures(plan), roundShownFigures(baselines.startNow)]
  const saved = computeFigureSaving(plan, baselines.startNow, roundShownFigures)
  const cost = { of: own.eur, now: now.eur, saved: saved.eur }
  const carbon = { of: own.gCo2eq, now: now.gCo2eq, saved: saved.gCo2eq }
  const isEstimated = [plan, baselines.startNow].some((shown) => shown.cost?.basis === 'estimate')
  const costName = isEstimated ? `${texts.plan.cost} (${texts.hours.priceEstimated})` : texts.plan.cost
  const minutes = load.slots * slotMinutes
  const hours = format.quantity(Math.floor(minutes / 60), 0, 'h')
  const duration = minutes % 60 === 0 ? hours : `${minutes < 60 ? '' : `${hours} `}${minutes % 60}\u00a0min`
  return [
    renderGain('cost', costName, cost, shownDecimals.eur, '€', view),
    renderGain('carbon', texts.plan.carbon, carbon, shownDecimals.gCo2eq, texts.plan.grams, view),
    html`<div><dt>${texts.plan.duration}</dt><dd>${duration}</dd><dd class="quiet">${format.exact(choice.energyKWh)}\u00a0kWh</dd></div>`,
  ]
}

function priceNote({ plan: { cost } }: LoadPlan, { texts: { plan: words } }: View): string {
  if (cost === null) return ''
  const isRegulated = cost.basis === 'regulated' || cost.basis === 'expected'
  return `${words.bases[cost.basis]}${isRegulated && cost.certainty === 'unconfirmed' ? ` ${words.unconfirmed}` : ''}`
}

function makeCalendar(plan: PagePlan, result: LoadPlan, { texts }: View): string {
  const entries = result.plan.segments.map((segment) => spanOf(segment, plan))
  return makeCalendarAddress(entries, texts.plan.appliances[plan.choice.appliance], plan.issuedMs)
}

function spanOf(segment: SlotSegment | undefined, { slots }: PagePlan): { startMs: number; endMs: number } {
  const startMs = slots[segment?.first ?? 0]?.startMs ?? 0
  return { startMs, endMs: startMs + (segment?.slots ?? 0) * quarterHourMs }
}

const formatIso = (atMs: number): string => new Date(atMs).toISOString()
