import { intensityKinds, type Statement } from '../statement/statement.ts'
import type { Figures } from './figures.ts'
import { type Amount, isEnergyOnly, type PeriodRow } from './period-rows.ts'
import type { ReportTexts } from './texts/report-texts.ts'

/** Heads of the columns of {@link formatRow}. */
export function headOfRows(statement: Statement, texts: ReportTexts): string[] {
  return [
    texts.month,
    'kWh',
    texts.covered,
    ...intensityKinds.map((kind) => `kg ${texts.intensityHeads[kind]}`),
    ...statement.contracts.map(({ key }, contract) => `€ ${key}${isEnergyOnly(statement, contract) ? '*' : ''}`),
  ]
}

/** Legends of the marks in a table: of costs without a subscription, and of amounts in brackets. */
export function listLegends(statement: Statement, rows: readonly PeriodRow[], texts: ReportTexts): string[] {
  const hasEnergyOnly = statement.contracts.some((_, contract) => isEnergyOnly(statement, contract))
  const hasPartial = rows.some(({ kgCo2eq, costs }) =>
    [...intensityKinds.map((kind) => kgCo2eq[kind]), ...costs].some(({ isPartial }) => isPartial),
  )
  return [...(hasEnergyOnly ? [texts.energyOnlyMark] : []), ...(hasPartial ? [texts.partialAmounts] : [])]
}

/** Cells of a month, a year or the whole period. */
export function formatRow(row: PeriodRow, texts: ReportTexts, figures: Figures): string[] {
  const { name, hours, coveredHours, energyKwh, kgCo2eq, costs } = row
  const formatAmount = ({ value, isPartial }: Amount): string =>
    isPartial ? `(${figures.number(value, 2)})` : figures.number(value, 2)
  return [
    formatName(name, texts, figures),
    figures.number(energyKwh, 1),
    figures.percent(hours === 0 ? null : coveredHours / hours),
    ...intensityKinds.map((kind) => formatAmount(kgCo2eq[kind])),
    ...costs.map(formatAmount),
  ]
}

function formatName(name: string, texts: ReportTexts, figures: Figures): string {
  if (name === '') return texts.total
  return name.length === 'YYYY'.length ? name : figures.month(name)
}
