import { intensityKinds, type PeriodFigures } from '../statement/statement.ts'
import type { Report } from './report.ts'

/** Begins a formula in a spreadsheet program; tab and carriage return are skipped before one. */
const formulaStart = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/

/** A text that spreadsheet programs show and never calculate (OWASP, "CSV Injection"), in the quotes of RFC 4180. */
export function formatTextCell(text: string): string {
  const shown = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
}

/** Numbers as JavaScript writes them, with a decimal point; an unknown one is empty. */
const formatNumberCell = (value: number | null): string => (value === null ? '' : String(value))

/** A row for each month and one for the whole period, with the digest of the file in each: rows of many files stay apart in one table. */
export function formatCsv({ file, statement }: Report): string {
  const { contracts, months, total } = statement
  const head = [
    ...['file', 'sha256', 'month', 'days', 'hours', 'coveredHours', 'energyKwh'],
    ...intensityKinds.flatMap((kind) => [`${kind}KgCo2eq`, `${kind}KnownKwh`]),
    ...contracts.flatMap(({ key }) =>
      ['energyEur', 'subscriptionEur', 'totalEur', 'knownKwh'].map((name) => `${key}.${name}`),
    ),
  ]
  const rows = [...months, { ...total, month: 'total' }].map((figures) => [
    formatTextCell(file.name),
    file.sha256,
    figures.month,
    ...numbersOf(figures).map(formatNumberCell),
  ])
  return [head.map(formatTextCell), ...rows].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function numbersOf({
  days,
  periodMinutes,
  coveredMinutes,
  energyKwh,
  emissions,
  costs,
}: PeriodFigures): (number | null)[] {
  return [
    ...[days, periodMinutes / 60, coveredMinutes / 60, energyKwh],
    ...intensityKinds.flatMap((kind) => [emissions[kind].kgCo2eq, emissions[kind].knownKwh]),
    ...costs.flatMap(({ energyEur, subscriptionEur, totalEur, knownKwh }) => [
      ...[energyEur, subscriptionEur, totalEur, knownKwh],
    ]),
  ]
}
