import type { DashboardResponse, MixSlot } from '@hexawatt/shared/contract/dashboard'
import { groupPowerMw, type MixGroup, presentGroups } from '../../../kit/drawing/mix-groups.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

type Power = Readonly<Record<MixGroup, number>> | null

/** Height of the drawing in its own units; the width is one unit for each hour. */
const chartHeight = 100
/** Room above the highest total. */
const headroom = 1.08
/** Hours between two labels of the axis. */
const namedEvery = 6
const mwPerGw = 1_000

/** The mix of the last hours as stacked areas, with a table of the same values. */
export function renderMix({ mix }: Pick<DashboardResponse, 'mix'>, view: View): Html {
  const { mix: words } = view.texts
  const groups = presentGroups(mix)
  if (groups.length === 0) return html`<p class="notice">${words.none}</p>`
  const powers = mix.map(groupPowerMw)
  const topMw = Math.max(...powers.map((power) => sumPower(power, groups)))
  const scaleMw = topMw * headroom
  return html`<p class="quiet">${words.lead}</p>
<div class="mixc" role="img" aria-label="${words.alternative(writeGw(topMw, view))}"><svg viewBox="0 0 ${mix.length - 1} ${chartHeight}" preserveAspectRatio="none" aria-hidden="true">${renderAreas(powers, groups, scaleMw)}</svg>${renderMarks(mix, topMw, scaleMw, view)}</div>
<p class="mixk">${groups.map((group) => html`<span><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="mix-${group}" width="10" height="10" rx="2"/></svg>${words.groups[group]}</span>`)}</p>
${renderTable(mix, groups, view)}`
}

/** Bottom-up areas of each group; an unknown hour leaves a gap. */
function renderAreas(powers: readonly Power[], groups: readonly MixGroup[], scaleMw: number): Html[] {
  const spans = listKnownSpans(powers)
  return groups.map((group, index) => {
    const below = groups.slice(0, index)
    const path = spans.map(([first, end]) => {
      const hours = Array.from({ length: end - first }, (_, offset) => first + offset)
      const pointAt = (hour: number, stacked: readonly MixGroup[]): string =>
        `${hour} ${(chartHeight * (1 - sumPower(powers[hour] ?? null, stacked) / scaleMw)).toFixed(1)}`
      const top = hours.map((hour) => pointAt(hour, [...below, group]))
      const bottom = hours.toReversed().map((hour) => pointAt(hour, below))
      return `M${[...top, ...bottom].join('L')}Z`
    })
    return html`<path class="mix-${group}" d="${path.join('')}"/>`
  })
}

/** First hour and end of each run of known hours. A single known hour has no width and is in the table only. */
function listKnownSpans(powers: readonly Power[]): [first: number, end: number][] {
  const spans: [number, number][] = []
  for (const [hour, power] of powers.entries()) {
    const last = spans.at(-1)
    if (power === null) continue
    if (last?.[1] === hour) last[1] = hour + 1
    else spans.push([hour, hour + 1])
  }
  return spans.filter(([first, end]) => end - first > 1)
}

const sumPower = (power: Power, groups: readonly MixGroup[]): number =>
  power === null ? 0 : groups.reduce((sum, group) => sum + power[group], 0)

/** The scale and the hours, in an overlay that does not stretch. */
function renderMarks(mix: readonly MixSlot[], topMw: number, scaleMw: number, view: View): Html {
  const topGw = Math.floor(topMw / mwPerGw / 10) * 10
  const heights = [topGw, topGw / 2].filter((gw) => gw > 0)
  const scale = heights.map((gw, index) => {
    const y = `${(100 * (1 - (gw * mwPerGw) / scaleMw)).toFixed(1)}%`
    const label = index === 0 ? writeGw(gw * mwPerGw, view) : view.format.number(gw, 0)
    return html`<line x1="0" x2="100%" y1="${y}" y2="${y}"/><text x="99%" y="${y}" dy="-4" text-anchor="end">${label}</text>`
  })
  const hours = mix.flatMap(({ start }, index) => {
    const isNamed = index % namedEvery === 0 && index < mix.length - 2
    if (!isNamed) return []
    const x = `${((100 * index) / (mix.length - 1)).toFixed(1)}%`
    const hour = view.format.hour(start)
    const name = index === 0 ? `${view.format.weekday(start)} ${hour}` : hour
    return [html`<text x="${x}" y="14" text-anchor="${index === 0 ? 'start' : 'middle'}">${name}</text>`]
  })
  return html`<svg class="mixs" aria-hidden="true">${scale}</svg><svg class="mixh" aria-hidden="true">${hours}</svg>`
}

const writeGw = (mw: number, { texts, format }: View): string => texts.mix.power(format.number(mw / mwPerGw, 0))

function renderTable(mix: readonly MixSlot[], groups: readonly MixGroup[], view: View): Html {
  const { mix: words } = view.texts
  const heads = [...groups.map((group) => words.groups[group]), words.total, words.production, words.consumption]
  return html`<details id="mix-details"><summary>${words.table}</summary><div class="scroll" tabindex="0" role="region" aria-label="${words.table}"><table class="plain" id="mix-table"><caption class="unseen">${words.tableCaption}</caption>
<thead><tr><th scope="col">${words.hour}</th>${heads.map((head) => html`<th scope="col" class="r">${head}</th>`)}</tr></thead>
<tbody>${mix.map((slot) => renderRow(slot, groups, view))}</tbody></table></div></details>`
}

function renderRow(slot: MixSlot, groups: readonly MixGroup[], { texts, format }: View): Html {
  const power = groupPowerMw(slot)
  const gw = (mw: number | null): string => (mw === null ? texts.unknown : format.number(mw / mwPerGw, 1))
  const grams = (value: number | null): string => (value === null ? texts.unknown : format.number(value, 0))
  const cells = [
    ...groups.map((group) => gw(power?.[group] ?? null)),
    gw(power && sumPower(power, groups)),
    grams(slot.estimatedGCo2PerKwh),
    grams(slot.estimatedGCo2PerKwhConsumption),
  ]
  return html`<tr data-time="${slot.start}"><th scope="row">${format.day(slot.start)}, ${format.hour(slot.start)}</th>${cells.map((cell) => html`<td class="r">${cell}</td>`)}</tr>`
}
