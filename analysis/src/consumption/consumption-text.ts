import { recordFromEntries } from '@hexawatt/shared/bounds/record-from-entries'
import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { type EmissionRule, emissionRules } from '@hexawatt/shared/methodology/forecast/analog-forecast'
import { outlookLeadClasses } from '@hexawatt/shared/methodology/forecast-accuracy/class-errors'
import { divideOrNull, formatFixed, formatPercent } from '../figures-text.ts'
import type { DayRange } from '../recorded/record-folder.ts'
import type { BandSums } from './consumption-bands.ts'
import { type ConsumptionRun, type ConsumptionSums, sumConsumptionMonths } from './consumption-run.ts'
import { type Forecaster, forecasterNames, forecasters } from './forecasters.ts'

/** Headings of the tables of each rule, with units. */
export const headings = recordFromEntries(emissionRules, (rule) => {
  const unit = { direct: 'direct emissions, g/kWh', lifeCycle: 'life cycle, g/kWh' }[rule]
  return {
    year: `Consumption, ${unit}`,
    half: `By half-year, ${unit}`,
    bands: `Bands, ${unit}`,
    month: `By month, ${unit}`,
  }
})

/** Part of a run, by months of issue. */
type Part = { name: string; isMeant: (month: string) => boolean }

/** The first issues with two months of errors behind them: earlier bands rest on the frozen quantiles alone. */
const firstBandMonth = '2022-04'

/** The tables of the forecasts that `bun run backtest --boundary consumption` prints. */
export function writeConsumptionBacktest(run: ConsumptionRun, { from, to }: DayRange): string {
  const issues = [...run.issues.values()].reduce((sum, count) => sum + count, 0)
  const months = [...run.issues.keys()]
  const years = listParts(months, (month) => month.slice(0, 4))
  const halves = listParts(months, toHalfYear)
  return [
    `Forecasts of the intensity of consumption to 72 hours, issued every three hours of the Paris days ${from} to ${to}: ${issues} issues.`,
    ...emissionRules.map((rule) => writeYearTable(run, rule, years)),
    writeHoursTable(run, years),
    ...emissionRules.map((rule) => writeHalfYearTable(run, rule, halves)),
    'Bands (p10 to p90) of the forecast, from the archive of the issues before; issues from April 2022 on.',
    ...emissionRules.map((rule) => writeBandTable(run, rule, [...years, ...halves])),
    'By month of issue: the forecast with the shipped weights.',
    ...emissionRules.map((rule) => writeConsumptionMonths(run, rule)),
    explanation,
  ].join('\n\n')
}

const explanation = `Realised: French generation and the physical net imports of the hour, each import at the mix of the neighbour in that hour; some neighbours are stand-ins (see
below). Hours with an unknown border or an incomplete French mix are left out for every forecast. Saving captured: as in the other backtest.
An issue knows generation that is 2 hours old and imports that are 4 hours old, unless its row says another age. French production is forecast by version 2
without weather and with its shipped constants, to 72 hours; the imports are three more rows of its analog mix.
"Weights of the other year": fitted on the issues of 2023 for those of 2022, and the other way round. "Shipped weights": fitted on both years.
"Last known difference": consumption less production in the newest known hour. "Germany always a week late": its mix is that of the same hour a week
before, which the product takes while the newer ones are missing. Rows of late data have the weights that were fitted for imports 4 hours old.`

const listParts = (months: readonly string[], toName: (month: string) => string): Part[] =>
  [...new Set(months.map(toName))].map((name) => ({ name, isMeant: (month) => toName(month) === name }))

/** `2022H1` of `2022-05`. */
const toHalfYear = (month: string): string => `${month.slice(0, 4)}H${Number(month.slice(5)) <= 6 ? 1 : 2}`

/** Errors and saving of every forecaster by year. */
function writeYearTable(run: ConsumptionRun, rule: EmissionRule, years: readonly Part[]): string {
  const rows = years.flatMap(({ name, isMeant }) => {
    const sums = sumConsumptionMonths(run, isMeant)
    return forecasters.map((one) => [`${name}, ${forecasterNames[one]}`, ...formatCells(sums, rule, one)])
  })
  return formatFiguresTable([headings[rule].year, ...header], rows)
}

/** The forecast next to yesterday. */
function writeHalfYearTable(run: ConsumptionRun, rule: EmissionRule, halves: readonly Part[]): string {
  const rows = halves.flatMap(({ name, isMeant }) => {
    const sums = sumConsumptionMonths(run, isMeant)
    return (['fitted', 'yesterday'] as const).map((one) => [
      `${name}, ${forecasterNames[one]}`,
      ...formatCells(sums, rule, one),
    ])
  })
  return formatFiguresTable([headings[rule].half, ...header], rows)
}

/** The forecast with the shipped weights month by month: it needs no other month, so that one can be judged by itself. */
export function writeConsumptionMonths(run: ConsumptionRun, rule: EmissionRule): string {
  const rows = [...run.issues].map(([month, issues]) => {
    const sums = sumConsumptionMonths(run, (one) => one === month)
    return [month, String(issues), ...formatCells(sums, rule, 'shipped')]
  })
  return formatFiguresTable([headings[rule].month, 'issues', ...header], rows)
}

const header = [
  ...outlookLeadClasses.map(({ name }) => `MAE ${name}`),
  ...outlookLeadClasses.map(({ name }) => `saving ${name}`),
]

function formatCells(sums: ConsumptionSums, rule: EmissionRule, forecaster: Forecaster): string[] {
  const errors = sums[rule].map(({ hours, byForecaster }) =>
    formatFixed(divideOrNull(byForecaster[forecaster].absoluteError, hours), 2),
  )
  const savings = sums[rule].map(({ achievable, byForecaster }) =>
    formatPercent(divideOrNull(byForecaster[forecaster].saved, achievable), 0),
  )
  return [...errors, ...savings]
}

/** How many hours and issues the figures stand on, the same for both rules, and the bias of the forecast. */
function writeHoursTable(run: ConsumptionRun, years: readonly Part[]): string {
  const rows = years.flatMap(({ name, isMeant }) => {
    const sums = sumConsumptionMonths(run, isMeant)
    return outlookLeadClasses.map((leadClass, index) => {
      const [direct, lifeCycle] = [sums.direct[index], sums.lifeCycle[index]]
      const biases = [direct, lifeCycle].map((one) =>
        formatFixed(one === undefined ? null : divideOrNull(one.byForecaster.fitted.error, one.hours), 2),
      )
      const counts = [direct?.hours, direct?.skippedHours, direct?.windows].map((count) => String(count ?? 0))
      return [`${name}, ${leadClass.name}`, ...counts, ...biases]
    })
  })
  return formatFiguresTable(
    ['Judged', 'hours', 'skipped', 'issues with a saving', 'bias, direct', 'bias, life cycle'],
    rows,
  )
}

function writeBandTable(run: ConsumptionRun, rule: EmissionRule, parts: readonly Part[]): string {
  const rows = parts.flatMap(({ name, isMeant }) => {
    const meant = [...run.bands].filter(([month]) => month >= firstBandMonth && isMeant(month))
    return outlookLeadClasses.map((leadClass, index) => {
      const of = (sum: keyof BandSums): number =>
        meant.reduce((total, [, byRule]) => total + (byRule[rule][index]?.[sum] ?? 0), 0)
      const [hours, inside, width] = [of('hours'), of('inside'), of('width')]
      const share = formatPercent(divideOrNull(inside, hours), 1)
      return [`${name}, ${leadClass.name}`, String(hours), share, formatFixed(divideOrNull(width, hours), 1)]
    })
  })
  return formatFiguresTable([headings[rule].bands, 'hours', 'coverage', 'mean width'], rows)
}
