import { toWholePercent } from '@hexawatt/shared/bounds/numbers'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { pricedColors } from '@hexawatt/shared/contract/planning/choices'
import type { ColorProbabilities } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { type Html, html, orUnknown } from '../../../kit/html.ts'
import { type ColorDay, findTempoDayInForce, listColorDays } from '../../home/plan/color-days.ts'
import type { View } from '../texts/view.ts'

/** The colours as a table of days, published and forecast, below the remaining days of the season; a sentence where no colour is known. */
export function renderTariff(dashboard: DashboardResponse, view: View): Html {
  const { tariff: words, columns } = view.texts
  const days = listColorDays(dashboard)
  const lead = html`<p class="quiet">${words.lead}</p>`
  if (days.every(({ probabilities }) => probabilities === null)) {
    return html`${lead}<p class="notice" id="tariff-none">${words.none}</p>`
  }
  const inForce = findTempoDayInForce(dashboard.tariff)
  const heads = pricedColors.map((color) => html`<th scope="col" class="number">${words.shares[color]}</th>`)
  return html`${lead}${renderStock(dashboard, view)}<table class="plain short" id="tariff-days"><caption class="unseen">${words.caption}</caption>
<thead><tr><th scope="col">${columns.day}</th><th scope="col">${words.color}</th>${heads}</tr></thead>
<tbody>${days.map((day) => renderDayRow(day, day.date === inForce, view))}</tbody></table>`
}

function renderStock({ tariffOutlook }: DashboardResponse, { texts, format }: View): Html {
  const { tariff: words } = texts
  if (tariffOutlook === null) return html`<p class="notice" id="tariff-stock">${words.noForecast}</p>`
  const { redLeft, whiteLeft } = tariffOutlook.stock
  return html`<dl class="facts" id="tariff-stock"><div><dt>${words.redLeft}</dt><dd>${redLeft}</dd></div>
<div><dt>${words.whiteLeft}</dt><dd>${whiteLeft}</dd></div>
<div><dt>${words.issued}</dt><dd>${format.moment(tariffOutlook.issuedAt)}</dd></div></dl>`
}

function renderDayRow({ date, color, probabilities }: ColorDay, isInForce: boolean, view: View): Html {
  const { texts, format } = view
  const { tariff: words } = texts
  const name =
    color === null
      ? orUnknown(probabilities, view, () => words.forecast)
      : html`<b class="value">${words.colors[color]}</b>, ${words.published}`
  const most = probabilities && Math.max(...Object.values(probabilities))
  const shares = pricedColors.map((one) => {
    const share = probabilities?.[one] ?? null
    const text = orUnknown(share, view, (known) => shareText(known, view))
    return html`<td class="number">${share !== null && share === most ? html`<b>${text}</b>` : text}</td>`
  })
  const inForce = isInForce ? html` <small>${words.inForce}</small>` : null
  return html`<tr data-date="${date}" ${isInForce ? html`id="tariff-in-force"` : null}><th scope="row">${format.day(`${date}T12:00:00Z`)}${inForce}</th><td class="color">${probabilities && renderSharesBar(probabilities)}${name}</td>${shares}</tr>`
}

/** Only a certain colour is written as 0 or 100 %. */
function shareText(share: number, { texts, format }: View): string {
  const percent = (value: number) => format.quantity(value, 0, texts.units.percent)
  if (share > 0 && share < 0.01) return `<\u00a0${percent(1)}`
  if (share < 1 && share > 0.99) return `>\u00a0${percent(99)}`
  return percent(toWholePercent(share))
}

/** The probabilities as one bar; the table has the numbers. */
function renderSharesBar(probabilities: ColorProbabilities): Html {
  let x = 0
  const parts = pricedColors
    .filter((color) => probabilities[color] > 0)
    .map((color) => {
      const width = 100 * probabilities[color]
      const part = html`<rect class="${color}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`
      x += width
      return part
    })
  return html`<svg class="shares" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">${parts}</svg>`
}
