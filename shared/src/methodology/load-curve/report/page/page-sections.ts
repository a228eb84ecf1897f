import { intensityKinds, type Statement } from '../../statement/statement.ts'
import { findFigureNames } from '../../texts/statement/describe-statement.ts'
import type { Figures } from '../figures.ts'
import { listMonthRows, shortenRows } from '../period-rows.ts'
import { formatRow, headOfRows, listLegends } from '../period-table.ts'
import { composeAdvice } from '../remarks.ts'
import type { Report } from '../report.ts'
import { describeComparison } from '../sentences.ts'
import type { ReportTexts } from '../texts/report-texts.ts'
import { html, htmlList, htmlTable, type Markup } from './markup.ts'

/** A table with a name and a fact in each row. */
const factsTable = (rows: readonly (readonly [string, string | Markup])[]): Markup =>
  html`<table class="facts"><tbody>
${rows.map(
  ([name, fact]) => html`<tr><th scope="row">${name}</th><td>${fact}</td></tr>
`,
)}</tbody></table>`

/** Period, coverage, energy, and the emissions by each intensity. */
export function describeTotal({ statement, language }: Report, texts: ReportTexts, figures: Figures): Markup {
  const { from, to, total, file } = statement
  const { coveredMinutes, periodMinutes, energyKwh, emissions } = total
  const { intensities } = findFigureNames(language)
  const hours = texts.hoursOf(
    figures.number(coveredMinutes / 60, 0),
    figures.number(periodMinutes / 60, 0),
    figures.percent(coveredMinutes / periodMinutes),
  )
  const injected = file.injectedKwh === null ? [] : [texts.injectedOf(figures.number(file.injectedKwh, 1))]
  const facts = factsTable([
    [texts.period, texts.periodOf(figures.moment(from), figures.moment(to))],
    [texts.hours, hours],
    [texts.energy, [`${figures.number(energyKwh, 1)} kWh`, ...injected].join(texts.semicolon)],
  ])
  const rows = intensityKinds.map((kind) => {
    const { kgCo2eq, knownShare, gCo2eqPerKwh, gridGCo2eqPerKwh } = emissions[kind]
    const means = [gCo2eqPerKwh, gridGCo2eqPerKwh].map((mean) => figures.number(mean, 1))
    return [intensities[kind], figures.number(kgCo2eq, 2), ...means, figures.percent(knownShare)]
  })
  const head = [texts.boundary, 'kg CO₂eq', texts.meanIntensity, texts.gridIntensity, texts.knownShare]
  return html`${facts}
<h2>${texts.emissions}</h2>
${htmlTable(head, rows, 'emissions')}`
}

/** A row for each month, or for each year where the months need more than the page. */
export function describePeriods(statement: Statement, texts: ReportTexts, figures: Figures): Markup {
  const months = listMonthRows(statement)
  const { areYears, rows } = shortenRows(months.rows)
  const all = [...rows, months.total]
  const cells = all.map((row) => formatRow(row, texts, figures))
  return html`<h2>${areYears ? texts.yearlyTable : texts.monthlyTable}</h2>
${htmlTable(headOfRows(statement, texts), cells, 'periods')}
${listLegends(statement, all, texts).map((legend) => html`<p>${legend}</p>`)}`
}

/** Costs over the hours whose price is known under every contract, and what would change them. */
export function describeContracts(report: Report, texts: ReportTexts, figures: Figures): Markup {
  const costs = describeComparison(report.statement, report.language, texts, figures)
  if (costs === null) return html``
  const advice = composeAdvice(report)
  return html`<h2>${texts.costs}</h2>
${htmlTable([texts.contract, texts.cost, texts.difference], costs.rows)}
<p>${costs.basis}</p>
${advice.length === 0 ? html`` : htmlList(advice)}`
}

/** The facts with which an auditor repeats the statement: file, digest, program, API and command. */
export function describeProof(report: Report, texts: ReportTexts, figures: Figures): Markup {
  const { file, tool, computedAt, apiUrl, command } = report
  return factsTable([
    [texts.fileName, `${file.name} (${texts.fileSize(figures.number(file.bytes, 0))})`],
    ['SHA-256', html`<code>${file.sha256}</code>`],
    [texts.tool, `${tool.name} ${tool.version}`],
    [texts.date, texts.dateOf(figures.moment(computedAt))],
    [texts.address, apiUrl],
    [texts.command, html`<code>${command}</code>`],
  ])
}
