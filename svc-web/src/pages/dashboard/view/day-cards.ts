import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { DashboardSignalDay } from '@hexawatt/shared/contract/dashboard/colors-and-signals'
import { type GridSignalStatus, gridSignalStatuses, signalDayNames } from '@hexawatt/shared/grid/public-signals'
import { findSignalSentence } from '@hexawatt/shared/methodology/score/texts/advice-texts'
import { type Html, html, orUnknown } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

/** Signs of the signal, for readers who cannot tell the colours apart. */
const signs: Readonly<Record<GridSignalStatus, string>> = { Optimal: '✓', Favorable: '✓', Tendu: '⚠', TresTendu: '⛔' }

/** A signal with its sign. */
export function writeSignal(status: GridSignalStatus | null, view: View): Html {
  return orUnknown(status, view, (known) => `${signs[known]} ${view.texts.signal.statuses[known]}`)
}

/** Whether an hour must be marked. */
export function isTense(status: GridSignalStatus): boolean {
  return status === 'Tendu' || status === 'TresTendu'
}

/** The signal of today and the following days. */
export function renderSignal({ signals }: DashboardResponse, view: View): Html {
  if (signals.length === 0) return html`<p class="notice">${view.texts.signal.none}</p>`
  return html`<ul class="cards">${signals.map((day) => renderSignalCard(day, view))}</ul>`
}

function renderSignalCard({ date, day, status, message }: DashboardSignalDay, view: View): Html {
  const { texts, format } = view
  // Noon falls on this day in every time zone of Europe.
  const noon = `${date}T12:00:00Z`
  // The publisher writes only French.
  const meaning = texts.language === 'fr' ? message : findSignalSentence(gridSignalStatuses.indexOf(status), 'en')
  const name = texts.signal.days[signalDayNames.indexOf(day)] ?? day
  return html`<li class="signal-${status}" data-day="${day}"><h3>${name} <small>${format.day(noon)}</small></h3>
<p class="value">${writeSignal(status, view)}</p><p class="quiet">${meaning}</p></li>`
}
