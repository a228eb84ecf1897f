import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { TariffColorName } from '@hexawatt/shared/grid/tariff-colors'
import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'
import { orUnknown } from './known-value.ts'

/** Colour of the tariff: in force, today, tomorrow. */
export function tariffPart({ tariff }: DashboardResponse, view: View): Html {
  const { texts, format } = view
  const until = html`<p class="quiet">${texts.tariff.until} ${format.day(tariff.inForce.to)}, ${format.hour(tariff.inForce.to)}</p>`
  return html`<p class="quiet">${texts.tariff.lead}</p><ul class="cards">
${card('in-force', texts.tariff.inForce, tariff.inForce.color, until, view)}
${card('today', texts.tariff.today, tariff.color, null, view)}
${card('tomorrow', texts.tariff.tomorrow, tariff.tomorrow, null, view)}</ul>`
}

function card(id: string, name: string, color: TariffColorName | null, note: Html | null, view: View): Html {
  const text = orUnknown(color, view, (known) => view.texts.tariff.colors[known])
  return html`<li class="tariff-${color ?? 'unknown'}" id="tariff-${id}"><h3>${name}</h3><p class="value">${text}</p>${note}</li>`
}
