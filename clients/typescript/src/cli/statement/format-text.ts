import { createFigures, type Figures } from '@hexawatt/shared/methodology/load-curve/report/figures'
import { listMonthRows } from '@hexawatt/shared/methodology/load-curve/report/period-rows'
import { formatRow, headOfRows, listLegends } from '@hexawatt/shared/methodology/load-curve/report/period-table'
import { composeAdvice } from '@hexawatt/shared/methodology/load-curve/report/remarks'
import type { Report } from '@hexawatt/shared/methodology/load-curve/report/report'
import {
  describeComparison,
  describeVersions,
  listBanners,
  listSources,
} from '@hexawatt/shared/methodology/load-curve/report/sentences'
import { findTexts } from '@hexawatt/shared/methodology/load-curve/report/texts/find-texts'
import type { ReportTexts } from '@hexawatt/shared/methodology/load-curve/report/texts/report-texts'
import { intensityKinds, type Statement } from '@hexawatt/shared/methodology/load-curve/statement/statement'
import { findFigureNames } from '@hexawatt/shared/methodology/load-curve/texts/statement/describe-statement'
import { alignRows, type Paint } from '../session/console.ts'

/** A statement for a terminal: a table of its months, what it costs, and what a reader must know. */
export function formatText(report: Report, remarks: readonly string[], paint: Paint): string {
  const { statement, file, language } = report
  const texts = findTexts(language)
  const figures = createFigures(language)
  const { from, to, total } = statement
  const covered = texts.hoursOf(
    figures.number(total.coveredMinutes / 60, 0),
    figures.number(total.periodMinutes / 60, 0),
    figures.percent(total.coveredMinutes / total.periodMinutes),
  )
  const sections: [title: string, lines: readonly string[]][] = [
    [texts.emissions, listEmissions(report, texts, figures)],
    [texts.costs, listCosts(report, texts, figures)],
    [texts.advice, composeAdvice(report)],
    [texts.remarks, remarks],
    [
      texts.methodology,
      [
        findFigureNames(language).scope,
        texts.boundaries,
        `${texts.versions}${texts.colon} ${describeVersions(statement, texts, figures)}`,
      ],
    ],
    [texts.sources, listSources(statement, texts)],
  ]
  return [
    ...listBanners(report, texts).map((banner) => paint.red(banner)),
    `${paint.bold(file.name)}${texts.colon} ${texts.periodOf(figures.moment(from), figures.moment(to))}, ${covered}`,
    '',
    ...makeTable(statement, texts, figures, paint),
    ...sections.flatMap(([title, lines]) =>
      lines.length === 0 ? [] : ['', paint.bold(title), ...lines.map((line) => `  ${line}`)],
    ),
    '',
    `SHA-256 ${file.sha256}`,
    `${texts.command}${texts.colon} ${report.command}`,
  ].join('\n')
}

/** Lines of the months and of the whole period, with the legends of their marks. */
function makeTable(statement: Statement, texts: ReportTexts, figures: Figures, paint: Paint): string[] {
  const { rows, total } = listMonthRows(statement)
  const head = headOfRows(statement, texts)
  const cells = [head, ...[...rows, total].map((row) => formatRow(row, texts, figures))]
  const isNumber = head.map((_, column) => column > 0)
  const lines = alignRows(cells, isNumber).map((row) => row.join('  ').trimEnd())
  const isBold = (index: number): boolean => index === 0 || index === lines.length - 1
  return [
    ...lines.map((line, index) => (isBold(index) ? paint.bold(line) : line)),
    ...listLegends(statement, [...rows, total], texts),
  ]
}

function listEmissions({ statement, language }: Report, texts: ReportTexts, figures: Figures): string[] {
  const { intensities } = findFigureNames(language)
  return intensityKinds.map((kind) => {
    const { kgCo2eq, gCo2eqPerKwh, gridGCo2eqPerKwh } = statement.total.emissions[kind]
    const mean = texts.intensityOf(figures.number(gCo2eqPerKwh, 1), figures.number(gridGCo2eqPerKwh, 1))
    return `${intensities[kind]}${texts.colon} ${figures.number(kgCo2eq, 2)} kg CO₂eq (${mean})`
  })
}

function listCosts({ statement, language }: Report, texts: ReportTexts, figures: Figures): string[] {
  const costs = describeComparison(statement, language, texts, figures)
  if (costs === null) return []
  const rows = costs.rows.map(([name, eur, difference]) => [
    ...[name, `${eur}\u00a0€`, difference === '' ? '' : `(${texts.differenceOf(difference)})`],
  ])
  const aligned = alignRows(rows, [false, true, false]).map((cells) => cells.join('  ').trimEnd())
  return [costs.basis, ...aligned]
}
