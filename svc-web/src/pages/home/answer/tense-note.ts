import type { View } from '../texts/view.ts'
import type { TenseSpan } from '../today/grid-tension.ts'
import { nameMoment } from './moment-words.ts'

/**
 * The first tense hours of EcoWatt that a start falls into, so that the answer never contradicts the status of the day: `Mais EcoWatt est tendu ce soir
 * 18 h – 20 h : évitez ces heures si vous le pouvez.` Empty where there are none.
 *
 * @param spans when the load may run, ms
 */
export function writeTenseNote(
  spans: readonly { startMs: number; endMs: number }[],
  tense: readonly TenseSpan[],
  nowMs: number,
  view: View,
): string {
  const { answer: words } = view.texts
  const met = tense.find(({ startMs, endMs }) => spans.some((span) => span.startMs < endMs && span.endMs > startMs))
  if (met === undefined) return ''
  const [from = '', to = ''] = [met.startMs, met.endMs].map((ms) => view.format.time(new Date(ms).toISOString()))
  const hours = met.startMs <= nowMs ? words.until(to) : nameMoment(met.startMs, nowMs, `${from}\u00a0– ${to}`, view)
  return words.tense(hours, met.isVery)
}
