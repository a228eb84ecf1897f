import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { AccuracyFigures, AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import { type ArchivedQuantity, archivedQuantities } from '@hexawatt/shared/contract/forecast/forecast-archive'
import { type Html, html } from '../../../kit/html.ts'
import type { View } from '../texts/view.ts'

/** What is known of the accuracy: of every quantity, or of the carbon forecast only; null = nothing. */
export type Accuracy = Pick<AccuracyResponse, 'measuredSince' | 'figures'> | DashboardResponse['accuracy']

/** Period of the figures, days. */
const shownDays = 30
/** The lead class of single figures, by its last hour: a load that is postponed to the next day at most. */
const toldLastLeadHours = 24

/** Savings of a lead class, % of what was possible. */
export type Savings = { firstLeadHours: number; lastLeadHours: number; forecast: number; yesterday: number }

/** Savings of each lead class of the carbon forecast that has enough samples. */
function listSavings(accuracy: Accuracy): Savings[] {
  return listFigures(accuracy, 'carbon').flatMap(({ firstLeadHours, lastLeadHours, forecast, yesterday }) => {
    if (forecast.savingCapturedPct === null || yesterday.savingCapturedPct === null) return []
    return {
      firstLeadHours,
      lastLeadHours,
      forecast: forecast.savingCapturedPct,
      yesterday: yesterday.savingCapturedPct,
    }
  })
}

/** Savings of a load that is postponed to the next day at most; null while there are too few samples. */
export function findSavings(accuracy: Accuracy): Savings | null {
  return listSavings(accuracy).find(({ lastLeadHours }) => lastLeadHours === toldLastLeadHours) ?? null
}

function listFigures(accuracy: Accuracy, quantity: ArchivedQuantity): AccuracyFigures[] {
  return (accuracy?.figures ?? []).filter((figures) => figures.quantity === quantity && figures.days === shownDays)
}

/** What following the forecast brought, next to copying the day before. */
export function renderSavings(accuracy: Accuracy, view: View): Html {
  const { accuracy: words } = view.texts
  const known = listSavings(accuracy)
  if (known.length === 0) {
    const since = accuracy?.measuredSince ?? null
    return html`<p class="notice">${since === null ? words.none : words.since(view.format.day(since))}</p>`
  }
  const isWorse = known.every(({ forecast, yesterday }) => forecast <= yesterday)
  return html`<p class="quiet">${words.lead}</p>
<table class="plain"><thead><tr><th scope="col">${words.leadTime}</th><th scope="col"><span class="unseen">${words.chart}</span></th><th scope="col" class="r">${words.ours}</th><th scope="col" class="r">${words.yesterday}</th></tr></thead>
<tbody>${known.map((savings) => renderSavingsRow(savings, view))}</tbody></table>
<p class="lk"><span><svg viewBox="0 0 12 12" aria-hidden="true"><circle class="ours" cx="6" cy="6" r="5.5"/></svg>${words.oursKey}</span><span><svg viewBox="0 0 12 12" aria-hidden="true"><circle class="base" cx="6" cy="6" r="4.5"/></svg>${words.yesterdayKey}</span></p>
${isWorse ? html`<p class="quiet">${words.worse}</p>` : null}`
}

function renderSavingsRow({ firstLeadHours, lastLeadHours, forecast, yesterday }: Savings, view: View): Html {
  const { accuracy: words } = view.texts
  const percent = (value: number): string => view.format.quantity(value, 0, '%')
  return html`<tr><th scope="row" class="short">${words.range(String(firstLeadHours), String(lastLeadHours))}</th><td>${renderDots(forecast, yesterday)}</td><td class="r"><b>${percent(forecast)}</b></td><td class="r">${percent(yesterday)}</td></tr>`
}

/** Two dots on a line from 0 to 100 %. A share below 0 lies at the left end; its number says it. */
function renderDots(forecast: number, yesterday: number): Html {
  const place = (share: number): string => `${Math.min(100, Math.max(0, share)).toFixed(1)}%`
  const [ours, base] = [place(forecast), place(yesterday)]
  return html`<svg class="dots" aria-hidden="true"><line class="rail" x1="0" x2="100%" y1="10" y2="10"/><line class="gain" x1="${base}" x2="${ours}" y1="10" y2="10"/><circle class="base" cx="${base}" cy="10" r="5.5"/><circle class="ours" cx="${ours}" cy="10" r="6.5"/></svg>`
}

/** Mean errors a day ahead; empty while none is measured. */
export function renderErrors(accuracy: Accuracy, view: View): Html {
  const { accuracy: words } = view.texts
  const rows = archivedQuantities.flatMap((quantity) => {
    const figures = listFigures(accuracy, quantity).find(({ lastLeadHours }) => lastLeadHours === toldLastLeadHours)
    return figures === undefined || figures.forecast.mae === null ? [] : [renderErrorRow(quantity, figures, view)]
  })
  if (rows.length === 0) return html`<p class="notice">${words.unmeasured}</p>`
  return html`<p class="quiet">${words.errorsLead}</p>
<table class="plain"><thead><tr><th scope="col">${words.quantity}</th><th scope="col" class="r">${words.error}</th><th scope="col" class="r">${words.yesterday}</th><th scope="col" class="r">${words.band}</th></tr></thead><tbody>${rows}</tbody></table>`
}

/** Errors below ten have a decimal: 3 g and 4 g are far apart where the median hour has 22. */
function renderErrorRow(quantity: ArchivedQuantity, { forecast, yesterday }: AccuracyFigures, view: View): Html {
  const { accuracy: words, unknown } = view.texts
  const write = (value: number | null): string =>
    value === null ? unknown : words.errors[quantity](view.format.number(value, value < 9.95 ? 1 : 0), value)
  const band = forecast.bandCoveragePct
  return html`<tr><th scope="row">${words.quantities[quantity]}</th><td class="r"><b>${write(forecast.mae)}</b></td><td class="r">${write(yesterday.mae)}</td><td class="r">${band === null ? unknown : view.format.quantity(band, 0, '%')}</td></tr>`
}
