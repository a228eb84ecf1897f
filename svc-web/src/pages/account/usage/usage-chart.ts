import { round1 } from '@hexawatt/shared/bounds/numbers'
import { type StatusCounts, statusGroups } from '@hexawatt/shared/usage/usage-day-store'
import type { Format } from '../../../kit/format.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { UsagePageTexts } from './usage-page-texts.ts'

/** One bar of a chart and line of its table. */
export type UsageBar = StatusCounts & {
  /** Label below the bar. */
  label: string
  /** Label in the table. */
  name: string
}

/** A picture of the bars: one for wide screens, one with larger letters for narrow ones. Units are those of its view box. */
type Picture = { name: string; width: number; left: number; labels: number }

const wide: Picture = { name: 'wide-only', width: 900, left: 56, labels: 16 }
const narrow: Picture = { name: 'narrow-only', width: 350, left: 46, labels: 6 }

/** Heights, view box units. */
const [top, plotHeight, height] = [12, 150, 190] as const
const rightMargin = 6
/** Grid lines in addition to the zero line, at most. */
const mostTicks = 5

/** Stacked bars of requests by status, without a script, and their values as a table. */
export function renderUsageChart(
  bars: readonly UsageBar[],
  { texts, format, heading, column }: { texts: UsagePageTexts; format: Format; heading: string; column: string },
): Html {
  const count = (value: number): string => format.number(value, 0)
  const sums = statusGroups.map((group) => ({ group, sum: bars.reduce((sum, bar) => sum + bar[group], 0) }))
  const spoken = sums.map(({ group, sum }) => `${texts.groups[group]}: ${count(sum)}`).join('; ')
  const legend = statusGroups.map(
    (group) =>
      html`<span class="usage-key"><i class="swatch usage-${group}" aria-hidden="true"></i> ${texts.groups[group]}</span> `,
  )
  const pictures = [wide, narrow].map((shown) => picture(bars, shown, `${heading}. ${spoken}`, count))
  return html`<p class="quiet">${legend}</p>${pictures}
<details><summary>${texts.table}</summary>${renderUsageTable(bars, { texts, format, heading, column })}</details>`
}

/** Lines of requests by status, and their sums. */
export function renderUsageTable(
  lines: readonly (StatusCounts & { name: string })[],
  { texts, format, heading, column }: { texts: UsagePageTexts; format: Format; heading: string; column: string },
): Html {
  const heads = [...statusGroups.map((group) => texts.groups[group]), texts.columns.all]
  const row = ({ name, ...counts }: StatusCounts & { name: string }) =>
    html`<tr><th scope="row">${name}</th>${[...statusGroups.map((group) => counts[group]), sumCounts(counts)].map((value) => html`<td class="number">${format.number(value, 0)}</td>`)}</tr>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table class="plain short"><thead><tr><th scope="col">${column}</th>${heads.map((head) => html`<th scope="col" class="number">${head}</th>`)}</tr></thead><tbody>${lines.map(row)}</tbody></table></div>`
}

/** All answers of a row. */
function sumCounts(counts: StatusCounts): number {
  return statusGroups.reduce((sum, group) => sum + counts[group], 0)
}

function picture(bars: readonly UsageBar[], shown: Picture, spoken: string, count: (value: number) => string): Html {
  const { width, left, labels } = shown
  const ticks = makeTicksUpTo(Math.max(1, ...bars.map(sumCounts)))
  const most = ticks.at(-1) ?? 1
  const unit = (width - left - rightMargin) / Math.max(1, bars.length)
  const yOf = (value: number): number => round1(top + plotHeight * (1 - value / most))
  const lines = ticks.map(
    (tick) =>
      html`<path class="tick" d="M${left} ${yOf(tick)}H${width - rightMargin}"/><text x="${left - 6}" y="${yOf(tick) + 4}" text-anchor="end">${count(tick)}</text>`,
  )
  const every = Math.ceil(bars.length / labels)
  const drawn = bars.map((bar, index) => {
    const x = left + index * unit
    const label = html`<text x="${round1(x + unit / 2)}" y="${height - 8}" text-anchor="middle">${bar.label}</text>`
    return html`${stack(bar, { x: round1(x + unit * 0.1), width: round1(unit * 0.8), yOf })}${index % every === 0 ? label : null}`
  })
  return html`<svg class="usage ${shown.name}" role="img" aria-label="${spoken}" viewBox="0 0 ${width} ${height}">${lines}${drawn}</svg>`
}

function stack(bar: UsageBar, at: { x: number; width: number; yOf: (value: number) => number }): Html[] {
  let below = 0
  return statusGroups.flatMap((group) => {
    if (bar[group] === 0) return []
    const [bottom, upper] = [at.yOf(below), at.yOf(below + bar[group])]
    below += bar[group]
    return [
      html`<rect class="usage-${group}" x="${at.x}" y="${upper}" width="${at.width}" height="${round1(bottom - upper)}"/>`,
    ]
  })
}

/** 0 and round values up to the first one that is at least the greatest value. */
function makeTicksUpTo(greatest: number): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(greatest))
  const step =
    [0.2, 0.5, 1, 2].map((factor) => factor * magnitude).find((one) => one >= 1 && greatest / one <= mostTicks) ??
    magnitude
  return Array.from({ length: Math.ceil(greatest / step) + 1 }, (_, index) => Math.round(index * step))
}
