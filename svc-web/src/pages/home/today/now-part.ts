import type { DashboardCarbon, DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { groupPowerMw, type MixGroup, mixGroups } from '../../../kit/drawing/mix-groups.ts'
import { hexagonPath } from '../../../kit/hexagon.ts'
import { type Html, html } from '../../../kit/html.ts'
import { colorOfScore, inkOnScore } from '../../../kit/score-scale.ts'
import type { ContractPrices } from './contract-prices.ts'
import { capitalise, writeClock } from './day-words.ts'
import { roundToGigawatts } from './shown-gigawatts.ts'
import { findTempoNow } from './tempo-now.ts'
import type { TodayView } from './texts/view.ts'

/** A group of the mix as it is shown: power that is drawn, MW, and the figure next to it, GW. */
type ShownGroup = { group: MixGroup; powerMw: number; figureGw: number }

/** Below half a GW a group would be written as 0: it joins the others. */
const leastShownMw = 500

/** Score, emissions and price of now, and the mix of the newest published hour. */
export function renderNow(dashboard: DashboardResponse, prices: ContractPrices, nowMs: number, view: TodayView): Html {
  const { now } = view.texts
  const time = writeClock(Date.parse(dashboard.generatedAt), view)
  return html`<section class="now" aria-labelledby="now-heading"><h2 id="now-heading">${dashboard.stale ? now.lastComputed : now.heading} <small>${time}</small></h2>
<dl class="three">${renderScore(dashboard, view)}${renderCarbon(dashboard.carbon, view)}${renderPrice(dashboard, prices, nowMs, view)}</dl>
${renderMix(dashboard, view)}</section>`
}

function renderScore({ score }: DashboardResponse, { texts }: TodayView): Html {
  const { now } = texts
  const words = score === null ? now.noScore : now.levels[score.level]
  const [fill, ink] =
    score === null ? ['', ''] : [colorOfScore(score.globalScore), inkOnScore(score.globalScore)].map(String)
  const face =
    score === null
      ? html`<path class="no-score" d="${hexagonPath(45, 51, 48)}"/><text class="no-score" x="45" y="64">${texts.unknown}</text>`
      : html`<path fill="${fill ?? ''}" d="${hexagonPath(45, 51, 48)}"/><text fill="${ink ?? ''}" x="45" y="64">${score.globalScore}</text>`
  return html`<div><dt>${now.score}<br>${words}</dt><dd><span class="unseen">${score?.globalScore ?? texts.unknown}</span><svg class="note" viewBox="0 0 90 102" aria-hidden="true">${face}</svg></dd></div>`
}

/** Emissions of a consumed kWh; where imports are unknown, emissions of a produced kWh, and the text says so. */
function renderCarbon(carbon: DashboardCarbon | null, view: TodayView): Html {
  const { now } = view.texts
  const consumed = carbon?.estimatedGCo2PerKwhConsumption ?? null
  const basis =
    carbon !== null && consumed === null
      ? now.produced
      : carbon?.isConsumptionEstimated
        ? now.consumedEstimated
        : now.consumed
  return renderFigure(consumed ?? carbon?.estimatedGCo2PerKwh ?? null, 'g', [now.perKwh, basis], view)
}

function renderPrice(dashboard: DashboardResponse, prices: ContractPrices, nowMs: number, view: TodayView): Html {
  const { now } = view.texts
  const price = prices.now
  const contract = writeContract(dashboard, prices, nowMs, view)
  const isEstimate = price !== null && (price.basis === 'estimate' || price.basis === 'expected')
  const words = isEstimate ? `${contract} (${now.estimated})` : contract
  return renderFigure(price && 100 * price.eurPerKwh, 'ct', [now.price, words], view)
}

function writeContract(
  dashboard: DashboardResponse,
  prices: ContractPrices,
  nowMs: number,
  { texts }: TodayView,
): string {
  const { contracts } = texts.now
  if (prices.tariff === 'hphc' && prices.isCheaper !== null)
    return prices.isCheaper ? contracts.offPeak : contracts.peak
  if (prices.isMarketOnly) return contracts.marketOnly
  if (prices.tariff !== 'tempo') return contracts[prices.tariff]
  const { color } = findTempoNow(dashboard, nowMs)
  return color === null ? contracts.tempo : contracts.tempoDay(texts.status.tempo.names[color])
}

function renderFigure(
  value: number | null,
  unit: string,
  [first, second]: readonly [string, string],
  { texts, format }: TodayView,
): Html {
  const figure = value === null ? texts.unknown : format.number(value, 0)
  return html`<div><dt>${first}<br>${second}</dt><dd>${figure}${value === null ? null : html`<span class="unit">${unit}</span>`}</dd></div>`
}

/** The mix of the hour that the emissions describe, as a bar and as figures that add up to the total next to them. */
function renderMix({ carbon, mix }: DashboardResponse, view: TodayView): Html {
  const { texts, format } = view
  const slot = mix.find(({ start }) => start === carbon?.dataSlotStart)
  const powers = slot === undefined ? null : groupPowerMw(slot)
  if (carbon === null || powers === null) return html`<p class="quiet mixsay">${texts.now.noMix}</p>`
  const { groups, totalGw } = listShownGroups(powers)
  const when = texts.range(
    writeClock(Date.parse(carbon.dataSlotStart), view),
    writeClock(Date.parse(carbon.dataSlotEnd), view),
  )
  const names = groups.map(({ group, figureGw }) => `${texts.now.groups[group]} ${texts.exchanges.power(figureGw)}`)
  const key = groups.map(
    ({ group, figureGw }) => html`<li><i class="mix-${group}"></i>${texts.now.groups[group]} <b>${figureGw}</b></li>`,
  )
  return html`<p class="mixsay">${texts.now.mix(capitalise(when), totalGw, format.quantity(carbon.lowCarbonPct, 0, '%'))}</p>
<svg class="mixbar" role="img" aria-label="${texts.now.mixOf(names.join(', '))}">${renderBar(groups)}</svg>
<ul class="mixkey" aria-hidden="true">${key}</ul>`
}

function renderBar(groups: readonly ShownGroup[]): Html[] {
  const totalMw = groups.reduce((sum, { powerMw }) => sum + powerMw, 0)
  let before = 0
  return groups.map(({ group, powerMw }) => {
    const [x, width] = [before, powerMw].map((power) => ((100 * power) / totalMw).toFixed(2))
    before += powerMw
    return html`<rect class="mix-${group}" x="${x ?? ''}%" width="${width ?? ''}%" height="100%"/>`
  })
}

/** The groups whose figure is not 0. Storage that is being filled takes power and produces none. */
export function listShownGroups(powers: Readonly<Record<MixGroup, number>>): { groups: ShownGroup[]; totalGw: number } {
  const shown = { ...powers }
  for (const group of mixGroups) shown[group] = Math.max(0, shown[group])
  for (const group of mixGroups) {
    if (group === 'other' || shown[group] >= leastShownMw) continue
    shown.other += shown[group]
    shown[group] = 0
  }
  const { figuresGw, totalGw } = roundToGigawatts(mixGroups.map((group) => shown[group]))
  const groups = mixGroups.map((group, index) => ({ group, powerMw: shown[group], figureGw: figuresGw[index] ?? 0 }))
  return { groups: groups.filter(({ figureGw }) => figureGw > 0), totalGw }
}
