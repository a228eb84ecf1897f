import { typeset } from '@hexawatt/shared/methodology/score/texts/sentence'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import { addDays, listParisSlots } from '@hexawatt/shared/time/paris-clock'
import { type Html, html } from '../../../kit/html.ts'
import { findClock, writeWeekday } from '../answer/moment-words.ts'
import type { PlanChoice } from '../plan/choice.ts'
import type { PagePlan } from '../plan/page-plan.ts'
import { anyTime, listDeadlines } from '../plan/ready-by.ts'
import type { View } from '../texts/view.ts'

/** Length of a usual window, quarter-hours: its deadlines are offered while nothing is forecast. */
const usualSlots = 192

/**
 * The deadlines that make sense now, as options; the chosen one is among them.
 *
 * @param nowMs the present of a page without a plan
 */
export function renderDeadlineOptions(
  plan: PagePlan | null,
  { readyBy }: PlanChoice,
  { nowMs: pageNowMs, view }: { nowMs: number; view: View },
): Html {
  const { deadlines } = view.texts.choice
  const nowMs = plan?.nowMs ?? pageNowMs
  const slots = plan?.slots ?? listParisSlots(Math.ceil(nowMs / quarterHourMs) * quarterHourMs, usualSlots)
  const offered = listDeadlines(slots, plan?.load.slots ?? 1).map((one) => ({
    readyBy: one.readyBy,
    text: writeDeadline(one.atMs, nowMs, view),
  }))
  const hours = view.format.quantity(Math.round(slots.length / 4), 0, 'h')
  const all = [...offered, { readyBy: anyTime, text: deadlines.any(hours) }]
  const isKnown = all.some((one) => one.readyBy === readyBy)
  const shown = isKnown ? all : [{ readyBy, text: writeTimeOfDay(readyBy.slice(-'07:00'.length), view) }, ...all]
  return html`${shown.map(
    (one) =>
      html`<option value="${one.readyBy}" ${one.readyBy === readyBy ? html`selected` : null}>${typeset(one.text, view.language)}</option>`,
  )}`
}

/** `demain, 7 h`. */
function writeDeadline(atMs: number, nowMs: number, view: View): string {
  const { deadlines } = view.texts.choice
  const [at, now] = [findClock(atMs), findClock(nowMs)]
  const time = at.hour === 12 ? deadlines.noon : view.format.time(new Date(atMs).toISOString())
  if (at.date === now.date) {
    if (at.hour < 12) return deadlines.morning(time)
    return at.hour < 18 ? deadlines.today(time) : deadlines.evening(time)
  }
  if (at.date === addDays(now.date, 1)) return deadlines.tomorrow(time)
  return deadlines.later(writeWeekday(atMs, view.language), time)
}

/** `7 h`, `18:30`. */
function writeTimeOfDay(time: string, { language, texts }: View): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  if (hour === 12 && minute === 0) return texts.choice.deadlines.noon
  if (language === 'en') return time
  return minute === 0 ? `${hour} h` : `${hour} h ${String(minute).padStart(2, '0')}`
}
