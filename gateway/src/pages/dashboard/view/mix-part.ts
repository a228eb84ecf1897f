import type { DashboardResponse, MixSlot } from '@hexawatt/shared/contract/dashboard'
import { groupPowerMw, type MixGroup, presentGroups } from '../texts/mix-groups.ts'
import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'
import { orUnknown } from './known-value.ts'

/** The mix as a table, which is what the chart shows. */
export function mixPart({ mix }: DashboardResponse, view: View): Html {
  const { mix: words, columns, units } = view.texts
  const groups = presentGroups(mix)
  if (groups.length === 0) return html`<p class="notice">${words.none}</p>`
  const heads = groups.map((group) => html`<th scope="col" class="number">${words.groups[group]} (${units.power})</th>`)
  return html`<details id="mix-details"><summary>${words.table}</summary><div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="plain" id="mix-table"><caption>${words.heading}</caption>
<thead><tr><th scope="col">${columns.hour}</th>${heads}<th scope="col" class="number">${words.total} (${units.power})</th><th scope="col" class="number">${columns.intensityProduction} (${units.intensity})</th><th scope="col" class="number">${columns.intensityConsumption} (${units.intensity})</th></tr></thead>
<tbody>${mix.map((slot) => mixRow(slot, groups, view))}</tbody></table></div></details>`
}

function mixRow(slot: MixSlot, groups: readonly MixGroup[], view: View): Html {
  const { format } = view
  const power = groupPowerMw(slot)
  const megawatts = (value: number) => format.number(value, 0)
  const grams = (value: number) => format.number(value, 2)
  const total = power && groups.reduce((sum, group) => sum + power[group], 0)
  const cells = [
    ...groups.map((group) => orUnknown(power?.[group] ?? null, view, megawatts)),
    orUnknown(total, view, megawatts),
    orUnknown(slot.estimatedGCo2PerKwh, view, grams),
    orUnknown(slot.estimatedGCo2PerKwhConsumption, view, grams),
  ]
  return html`<tr data-time="${slot.start}"><th scope="row">${format.day(slot.start)}, ${format.hour(slot.start)}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`
}
