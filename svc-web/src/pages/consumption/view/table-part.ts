import { intensityKinds, type PeriodFigures } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { type Html, html } from '../../../kit/html.ts'
import type { ConsumptionResult } from '../result/consumption-result.ts'
import { writeShare } from './emission-part.ts'
import type { View } from './view.ts'

/** Every figure behind the drawings: each month, the whole period, and the three boundaries of the emissions. */
export function renderTables({ statement }: ConsumptionResult, view: View): Html {
  const { texts, format } = view
  const { months, total, contracts } = statement
  const names = contracts.map(({ key }) => html`<th scope="col">${view.nameOf(key)}, €</th>`)
  const rows = [
    ...months.map((figures) => renderPeriod(view.month(figures.month), figures, view)),
    renderPeriod(texts.table.total, total, view),
  ]
  const boundaries = intensityKinds.map((kind) => {
    const { kgCo2eq, gCo2eqPerKwh, gridGCo2eqPerKwh, knownShare } = total.emissions[kind]
    const cells = [
      kgCo2eq === null ? '–' : format.number(kgCo2eq, 2),
      gCo2eqPerKwh === null ? '–' : format.number(gCo2eqPerKwh, 1),
      gridGCo2eqPerKwh === null ? '–' : format.number(gridGCo2eqPerKwh, 1),
      knownShare === null ? '–' : writeShare(knownShare, view),
    ]
    return html`<tr><th scope="row">${texts.table.names[kind]}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.table.caption}"><table><caption>${texts.table.caption}</caption><thead><tr><th scope="col">${texts.table.month}</th><th scope="col">kWh</th><th scope="col">${texts.table.covered}</th><th scope="col">${texts.table.kg}</th><th scope="col">${texts.table.perKwh}</th>${names}</tr></thead><tbody>${rows}</tbody></table></div>
<p class="small">${texts.table.partial}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${texts.table.boundaries}"><table><caption>${texts.table.boundaries}</caption><thead><tr><th scope="col">${texts.table.boundary}</th><th scope="col">${texts.table.kg}</th><th scope="col">${texts.table.perKwh}</th><th scope="col">${texts.table.grid}</th><th scope="col">${texts.table.known}</th></tr></thead><tbody>${boundaries}</tbody></table></div>`
}

function renderPeriod(name: string, figures: PeriodFigures, view: View): Html {
  const { format } = view
  const { periodMinutes, coveredMinutes, energyKwh, emissions, costs } = figures
  const { kgCo2eq, gCo2eqPerKwh, knownShare } = emissions.production
  const cells = [
    format.number(energyKwh, 1),
    writeShare(periodMinutes > 0 ? coveredMinutes / periodMinutes : 0, view),
    writeAmount(kgCo2eq, knownShare, view),
    gCo2eqPerKwh === null ? '–' : format.number(gCo2eqPerKwh, 1),
    ...costs.map(({ energyEur, subscriptionEur, knownShare: share }) =>
      writeAmount(
        energyEur === null ? null : energyEur + (subscriptionEur ?? 0),
        subscriptionEur === null ? 0 : share,
        view,
      ),
    ),
  ]
  return html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`
}

/** An amount; in brackets where a part of it is unknown. */
function writeAmount(value: number | null, knownShare: number | null, { format }: View): string {
  if (value === null) return '–'
  const text = format.number(value, 2)
  return knownShare !== null && knownShare < 1 ? `(${text})` : text
}
