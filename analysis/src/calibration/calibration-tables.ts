import { figuresTable } from '@hexawatt/shared/command-line/tables'
import { scoreLevels } from '@hexawatt/shared/contract/score'
import { fixed, percent } from '../tables/number-text.ts'
import type { CalibrationReport, PeriodDistribution } from './calibration-report.ts'
import { printedPercents, type ScaleCheck } from './scale-check.ts'
import { toldDimensions } from './season-distributions.ts'
import { bandNames } from './value-distribution.ts'

/** The tables of docs/calibration.md, in order. */
export function calibrationTables({ scales, periods }: CalibrationReport): string[] {
  return [scaleTable(scales), ...periods.flatMap((period) => [subScoreTable(period), levelTable(period)])]
}

function scaleTable(scales: readonly ScaleCheck[]): string {
  const header = ['scale', 'hours', ...printedPercents.map((percent) => `p${percent}`)]
  const rows = scales.flatMap(({ name, hours, percentiles }) => {
    const recorded = [name, String(hours), ...percentiles.map(({ value }) => fixed(value, 3))]
    const frozen = [
      'frozen in the code',
      '',
      ...percentiles.map(({ frozen }) => (frozen === null ? '–' : String(frozen))),
    ]
    return percentiles.some(({ frozen }) => frozen !== null) ? [recorded, frozen] : [recorded]
  })
  return figuresTable(header, rows)
}

function subScoreTable({ name, seasons }: PeriodDistribution): string {
  const header = [name, 'hours', ...bandNames, 'mode', 'share of the mode']
  const rows = seasons.flatMap((season) =>
    toldDimensions.map((dimension) => {
      const { bandShares, mode, modeShare } = season.subScores[dimension]
      const shares = bandShares.map((share) => percent(share, 1))
      return [`${dimension}, ${season.name}`, String(season.hours), ...shares, fixed(mode, 1), percent(modeShare, 1)]
    }),
  )
  return figuresTable(header, rows)
}

function levelTable({ name, seasons }: PeriodDistribution): string {
  const rows = seasons.map((season) => [
    season.name,
    String(season.hours),
    ...scoreLevels.map((level) => percent(season.levelShares[level], 1)),
  ])
  return figuresTable([name, 'hours', ...scoreLevels], rows)
}
