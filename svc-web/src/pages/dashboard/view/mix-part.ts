import type { DashboardResponse, MixSlot } from '@hexawatt/shared/contract/dashboard'
import type { ProductionType } from '@hexawatt/shared/grid/production-types'
import { type Html, html, orUnknown } from '../../../kit/html.ts'
import { type MixGroup, mixGroups } from '../texts/texts.ts'
import type { View } from '../texts/view.ts'

/** The mix as a table, with the values of the chart. */
export function renderMix({ mix }: DashboardResponse, view: View): Html {
  const { mix: words, columns, units } = view.texts
  const groups = presentGroups(mix)
  if (groups.length === 0) return html`<p class="notice">${words.none}</p>`
  const heads = groups.map((group) => html`<th scope="col" class="number">${words.groups[group]} (${units.power})</th>`)
  return html`<details id="mix-details"><summary>${words.table}</summary><div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="plain" id="mix-table"><caption>${words.heading}</caption>
<thead><tr><th scope="col">${columns.hour}</th>${heads}<th scope="col" class="number">${words.total} (${units.power})</th><th scope="col" class="number">${columns.intensityProduction} (${units.intensity})</th><th scope="col" class="number">${columns.intensityConsumption} (${units.intensity})</th></tr></thead>
<tbody>${mix.map((slot) => renderMixRow(slot, groups, view))}</tbody></table></div></details>`
}

function renderMixRow(slot: MixSlot, groups: readonly MixGroup[], view: View): Html {
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

const groupByType: Readonly<Record<ProductionType, MixGroup>> = {
  NUCLEAR: 'nuclear',
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: 'hydro',
  HYDRO_WATER_RESERVOIR: 'hydro',
  HYDRO_PUMPED_STORAGE: 'hydro',
  WIND_ONSHORE: 'wind',
  WIND_OFFSHORE: 'wind',
  SOLAR: 'solar',
  BIOMASS: 'bio',
  WASTE: 'bio',
  FOSSIL_GAS: 'gas',
  FOSSIL_HARD_COAL: 'coal',
  FOSSIL_OIL: 'oil',
  GEOTHERMAL: 'other',
  MARINE: 'other',
}

/** Mean power of each group in an hour, MW; null when the hour is unknown. Unknown types count as other. */
export function groupPowerMw({ powerMW }: MixSlot): Readonly<Record<MixGroup, number>> | null {
  if (powerMW === null) return null
  const sums: Record<MixGroup, number> = {
    nuclear: 0,
    hydro: 0,
    wind: 0,
    solar: 0,
    bio: 0,
    gas: 0,
    coal: 0,
    oil: 0,
    other: 0,
  }
  for (const [type, powerMw] of Object.entries(powerMW)) sums[groupOf(type)] += powerMw
  return sums
}

/** Groups that produce in these hours. */
export function presentGroups(slots: readonly MixSlot[]): MixGroup[] {
  const powers = slots.map(groupPowerMw)
  return mixGroups.filter((group) => powers.some((power) => (power?.[group] ?? 0) > 0))
}

function groupOf(type: string): MixGroup {
  return Object.entries(groupByType).find(([known]) => known === type)?.[1] ?? 'other'
}
