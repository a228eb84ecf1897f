import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { formatFixed } from '../figures-text.ts'
import { type ComparedRow, compareHours, createMethods, type MethodName, type OracleName } from './compared-hours.ts'
import { readNeighbourRecord, standInNote, takeUntil } from './neighbour-record.ts'
import { readOracles } from './oracles.ts'
import { writeSubstituteTable } from './substitute-errors.ts'
import { writeYearTable } from './year-summary.ts'

const headings: Readonly<Record<OracleName, string>> = {
  mapsMeasured: 'Electricity Maps 2022, direct, hours it did not estimate',
  maps: 'Electricity Maps 2022, direct, all hours',
  mapsLifeCycle: 'Electricity Maps 2022, life cycle, hours it did not estimate',
  flowTraced2022: 'IntensityLib 2022, flow-traced mix with our direct factors',
  flowTraced2023: 'IntensityLib 2023, flow-traced mix with our direct factors',
  operator2022: 'RTE 2022, consumed electricity, direct',
  operator2023: 'RTE 2023, consumed electricity, direct',
  operator2024: 'RTE 2024, consumed electricity, direct',
}

const methodNames: Readonly<Record<MethodName, string>> = {
  production: 'production only',
  published: 'neighbours: published yearly value (Ember)',
  yearly: 'neighbours: yearly mean of their hours',
  monthly: 'neighbours: monthly mean',
  lastWeek: 'neighbours: same hour last week',
  hourly: 'neighbours: hourly',
  yearlyStandIns: 'hourly, but Germany and Great Britain by yearly mean',
  noStandIns: 'hourly, only hours without German and British import',
  storage: 'hourly, and pumped storage at pumped intensity (not ours)',
  storageAndTransit: 'hourly, and also Switzerland with its transit (not ours)',
  balanceMonthly: 'net of the whole balance, monthly mean (not ours)',
  balanceHourly: 'net of the whole balance, hourly (not ours)',
}

/**
 * Compares the consumption-based intensity of the recorded hours of 2022 to 2024 with that of others.
 *
 * @param dataFolder `../shared/data`
 * @returns the comparisons, and the text that `bun run backtest --boundary consumption` prints
 */
export async function reportConsumptionHours(dataFolder: string): Promise<{ rows: ComparedRow[]; text: string }> {
  const [record, oracles] = await Promise.all([readNeighbourRecord(dataFolder), readOracles(dataFolder)])
  const methods = createMethods(record)
  const rows = compareHours(methods, oracles)
  const years = writeYearTable(methods.hourly.hours, methods.published.hours)
  const tables = Map.groupBy(rows, ({ oracle }) => oracle)
    .entries()
    .map(([oracle, ofOracle]) => formatFiguresTable([headings[oracle], ...columns], ofOracle.map(toCells)))
  return {
    rows,
    text: [title, ...tables, years, writeSubstituteTable(takeUntil(record, 2024)), explanation].join('\n\n'),
  }
}

const title = 'The hour: consumption-based intensity of recorded hours next to the figures of others, g/kWh.'
const columns = ['hours', 'MAE', 'bias', 'MAE without bias', 'correlation']

function toCells({ method, hours, mae, bias, debiasedMae, correlation }: ComparedRow): string[] {
  const figures = [mae, bias, debiasedMae].map((value) => formatFixed(value, 2))
  return [methodNames[method], String(hours), ...figures, formatFixed(correlation, 3)]
}

const explanation = `${standInNote}
A stand-in of the same author as the figure that it is compared with flatters the agreement: Great Britain for Electricity Maps, Germany and Spain for
IntensityLib. The rows with the yearly mean for Germany and Great Britain, and of the hours without import from either, show what is left without these two.
Hours without a British flow or a complete French mix are left out. The bias is mostly that of emission factors: with direct factors biomass has 494 g/kWh
here and 0 at Electricity Maps. RTE seems to count imports on the whole balance, so that they count nothing while France exports on balance.`
