import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { AccuracyFigures } from '@hexawatt/shared/contract/forecast/accuracy'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

/** Geometry of the chart, in units of its view box: two bars of a lead class, one below the other. */
const [width, barLeft, barWidth, barHeight, rowHeight] = [340, 70, 215, 13, 40] as const

/** The lead class of the sentence, by its last hour: a load that is postponed to the next day at most. */
const toldLastLeadHours = 24

/**
 * Share of the possible carbon saving that the forecast and the hours of the day before achieved; the start of the measurement while there are too few
 * samples.
 */
export function renderAccuracy({ accuracy }: DashboardResponse, view: View): Html {
  const { accuracy: words } = view.texts
  const known = (accuracy?.figures ?? []).flatMap((figures) => findSavings(figures) ?? [])
  if (known.length === 0) {
    const since = accuracy?.measuredSince ?? null
    return html`<p class="notice">${since === null ? words.none : `${words.since} ${view.format.moment(since)}.`}</p>`
  }
  const percent = (value: number) => view.format.quantity(value, 0, view.texts.units.percent)
  const told = known.find(({ lastLeadHours }) => lastLeadHours === toldLastLeadHours) ?? known[0]
  const line =
    told && `${words.followed} ${percent(told.forecast)} ${words.copied} ${percent(told.yesterday)} (${told.name}).`
  const spoken = known.map(
    ({ name, forecast, yesterday }) =>
      `${name}: ${words.forecast} ${percent(forecast)}, ${words.yesterday} ${percent(yesterday)}`,
  )
  return html`<p>${line ?? ''}</p>
<p class="quiet"><i class="swatch forecast" aria-hidden="true"></i> ${words.forecast} <i class="swatch yesterday" aria-hidden="true"></i> ${words.yesterday}</p>
<svg class="accuracy" role="img" aria-label="${words.chart}: ${spoken.join('; ')}" viewBox="0 0 ${width} ${rowHeight * known.length}">${known.map((savings, index) => row(savings, index * rowHeight, percent))}</svg>`
}

type Savings = { name: string; lastLeadHours: number; forecast: number; yesterday: number }

/** Savings of a lead class; null where there are too few samples. */
function findSavings({ firstLeadHours, lastLeadHours, forecast, yesterday }: AccuracyFigures): Savings | null {
  if (forecast.savingCapturedPct === null || yesterday.savingCapturedPct === null) return null
  return {
    name: `${firstLeadHours}–${lastLeadHours}\u00a0h`,
    lastLeadHours,
    forecast: forecast.savingCapturedPct,
    yesterday: yesterday.savingCapturedPct,
  }
}

function row({ name, forecast, yesterday }: Savings, top: number, percent: (value: number) => string): Html {
  return html`<text x="0" y="${top + barHeight + 6}">${name}</text>${bar('forecast', forecast, top + 2, percent)}${bar('yesterday', yesterday, top + 4 + barHeight, percent)}`
}

/** A share below 0 has no bar; its number shows it. */
function bar(name: string, value: number, top: number, percent: (value: number) => string): Html {
  const length = (barWidth * Math.min(100, Math.max(0, value))) / 100
  return html`<rect class="${name}" x="${barLeft}" y="${top}" width="${length.toFixed(1)}" height="${barHeight}"/><text x="${(barLeft + length + 5).toFixed(1)}" y="${top + barHeight - 2}">${percent(value)}</text>`
}
