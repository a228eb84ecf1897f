import { formatFiguresTable } from '@hexawatt/shared/command-line/tables'
import { scoreLevels } from '@hexawatt/shared/contract/score'
import { formatFixed, formatPercent } from '../figures-text.ts'
import type { RecordFolder } from '../recorded/record-folder.ts'
import type { CalibrationReport, PeriodDistribution } from './calibration-report.ts'
import { printedPercents, type ScaleCheck } from './scale-check.ts'
import { bandNames, distributedDimensions } from './season-distributions.ts'

/** What `bun run calibrate` prints for a person; of shorter recordings it says why they differ from the anchors. */
export function writeCalibration(report: CalibrationReport, holds: RecordFolder['holds']): string {
  return [...writeCalibrationTables(report), explanations[holds]].join('\n\n')
}

const shippedExplanation = `Percentiles by linear interpolation over the weeks of 2025 that come with the project. The anchors were taken from two recorded years of
ENTSO-E data, which it does not hold: these weeks stand for no year, and differ from them. Prices were not recorded, and without them no score can be told.
The anchors next to the years that they were taken from are in docs/methodology/accuracy-figures.md.`

const fetchedExplanation = `Percentiles by linear interpolation over the fetched months, by RTE's quarter-hours as hourly means. The anchors were taken from two recorded years of
ENTSO-E data; months differ from them by season and year. The anchors next to the years that they were taken from are in docs/methodology/accuracy-figures.md.`

const explanation = `Percentiles by linear interpolation, Paris days 2024-01-14 … 2025-01-13; consumption of both recorded years over the hours of which
generation is recorded and not suspect. Intensity by the product's function and shipped factors, 250 MW of biogas added.
Residual load is consumption less wind and sun, all as forecast the day before. Adequacy stands on that fallback, since no capacities
and outages were recorded; no signals were either, so that grid equals adequacy. Both are estimates: the levels count price and carbon.
Bands hold their lower end and not their upper one; 0 and 100 stand by themselves.`

const explanations = { years: explanation, shipped: shippedExplanation, fetched: fetchedExplanation } as const

/** The tables of docs/methodology/accuracy-figures.md, in order. */
export function writeCalibrationTables({ scales, periods }: CalibrationReport): string[] {
  return [
    writeScaleTable(scales),
    ...periods.flatMap((period) => [writeSubScoreTable(period), writeLevelTable(period)]),
  ]
}

function writeScaleTable(scales: readonly ScaleCheck[]): string {
  const header = ['scale', 'hours', ...printedPercents.map((percent) => `p${percent}`)]
  const rows = scales.flatMap(({ name, hours, percentiles }) => {
    const recorded = [name, String(hours), ...percentiles.map(({ value }) => formatFixed(value, 3))]
    const frozen = [
      'frozen in the code',
      '',
      ...percentiles.map(({ frozen }) => (frozen === null ? '–' : String(frozen))),
    ]
    return percentiles.some(({ frozen }) => frozen !== null) ? [recorded, frozen] : [recorded]
  })
  return formatFiguresTable(header, rows)
}

function writeSubScoreTable({ name, seasons }: PeriodDistribution): string {
  const header = [name, 'hours', ...bandNames, 'mode', 'share of the mode']
  const rows = seasons.flatMap((season) =>
    distributedDimensions.map((dimension) => {
      const { bandShares, mode, modeShare } = season.subScores[dimension]
      const shares = bandShares.map((share) => formatPercent(share, 1))
      return [
        `${dimension}, ${season.name}`,
        String(season.hours),
        ...shares,
        formatFixed(mode, 1),
        formatPercent(modeShare, 1),
      ]
    }),
  )
  return formatFiguresTable(header, rows)
}

function writeLevelTable({ name, seasons }: PeriodDistribution): string {
  const rows = seasons.map((season) => [
    season.name,
    String(season.hours),
    ...scoreLevels.map((level) => formatPercent(season.levelShares[level], 1)),
  ])
  return formatFiguresTable([name, 'hours', ...scoreLevels], rows)
}
