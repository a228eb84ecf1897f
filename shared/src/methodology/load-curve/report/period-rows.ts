import type { IntensityKind, PeriodFigures, Statement } from '../statement/statement.ts'

/** An amount; null when nothing of it is known. `isPartial`: a part of it is unknown, and not counted. */
export type Amount = { value: number | null; isPartial: boolean }

/** A row of a table of months or years. */
export type PeriodRow = {
  /** `YYYY-MM`, `YYYY` of a year, or empty for the whole period. */
  name: string
  hours: number
  coveredHours: number
  energyKwh: number
  kgCo2eq: Record<IntensityKind, Amount>
  /** In the order of the contracts, EUR with the subscription unless {@link isEnergyOnly}. */
  costs: Amount[]
}

/** Most rows of months on one sheet of paper: a year that begins and ends within a month, and one more. */
const maxMonthRows = 14

/** Whether a contract is counted without a subscription, because that of some day of the period is unknown. */
export const isEnergyOnly = ({ total }: Statement, contract: number): boolean =>
  total.costs[contract]?.subscriptionEur === null

/** A row for each month, and the row of the whole period. */
export function listMonthRows(statement: Statement): { rows: PeriodRow[]; total: PeriodRow } {
  const energyOnly = statement.contracts.map((_, contract) => isEnergyOnly(statement, contract))
  return {
    rows: statement.months.map(({ month, ...figures }) => toRow(month, figures, energyOnly)),
    total: toRow('', statement.total, energyOnly),
  }
}

/** Rows of the years instead of the months where these would not fit on a sheet of paper. */
export function shortenRows(rows: readonly PeriodRow[]): { areYears: boolean; rows: readonly PeriodRow[] } {
  if (rows.length <= maxMonthRows) return { areYears: false, rows }
  const byYear = new Map<string, PeriodRow>()
  for (const row of rows) {
    const year = row.name.slice(0, 'YYYY'.length)
    const sum = byYear.get(year)
    byYear.set(year, sum === undefined ? { ...row, name: year } : addRows(sum, row))
  }
  return { areYears: true, rows: [...byYear.values()] }
}

function toRow(name: string, figures: PeriodFigures, energyOnly: readonly boolean[]): PeriodRow {
  const { periodMinutes, coveredMinutes, energyKwh, emissions, costs } = figures
  return {
    name,
    hours: periodMinutes / 60,
    coveredHours: coveredMinutes / 60,
    energyKwh,
    kgCo2eq: mapIntensities((kind) => {
      const { kgCo2eq, knownShare } = emissions[kind]
      return { value: kgCo2eq, isPartial: kgCo2eq !== null && knownShare !== null && knownShare < 1 }
    }),
    costs: costs.map(({ energyEur, subscriptionEur, knownShare }, contract) => {
      const subscription = energyOnly[contract] === true ? 0 : (subscriptionEur ?? 0)
      const value = energyEur === null ? null : energyEur + subscription
      return { value, isPartial: value !== null && knownShare !== null && knownShare < 1 }
    }),
  }
}

function addRows(one: PeriodRow, other: PeriodRow): PeriodRow {
  return {
    name: one.name,
    hours: one.hours + other.hours,
    coveredHours: one.coveredHours + other.coveredHours,
    energyKwh: one.energyKwh + other.energyKwh,
    kgCo2eq: mapIntensities((kind) => addAmounts(one.kgCo2eq[kind], other.kgCo2eq[kind])),
    costs: one.costs.map((cost, index) => addAmounts(cost, other.costs[index] ?? { value: null, isPartial: false })),
  }
}

/** Adds two amounts. The sum is partial if one of them is unknown or partial. */
function addAmounts(one: Amount, other: Amount): Amount {
  if (one.value === null && other.value === null) return one
  const isPartial = one.isPartial || other.isPartial || one.value === null || other.value === null
  return { value: (one.value ?? 0) + (other.value ?? 0), isPartial }
}

const mapIntensities = (toAmount: (kind: IntensityKind) => Amount): PeriodRow['kgCo2eq'] => ({
  production: toAmount('production'),
  consumption: toAmount('consumption'),
  direct: toAmount('direct'),
})
