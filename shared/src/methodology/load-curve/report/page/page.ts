import { findFigureNames } from '../../texts/statement/describe-statement.ts'
import { createFigures } from '../figures.ts'
import type { Report } from '../report.ts'
import { describeVersions, listBanners, listSources } from '../sentences.ts'
import { findTexts } from '../texts/find-texts.ts'
import { html, htmlList, type Markup } from './markup.ts'
import { describeContracts, describePeriods, describeProof, describeTotal } from './page-sections.ts'
import { findPrintPt, legiblePt, makePageStyle } from './page-style.ts'

/** Most remarks on the page; fewer where its print would become too small. --json has the rest. */
const maxRemarks = 9
const minRemarks = 2

/** A statement as a page of A4 for an auditor, which needs no script and nothing from elsewhere. */
export function formatPage(report: Report, remarks: readonly string[]): string {
  let shown = Math.min(remarks.length, maxRemarks)
  while (shown > minRemarks && findPrintPt(makeContent(report, remarks, shown)) < legiblePt) shown -= 1
  const content = makeContent(report, remarks, shown)
  const texts = findTexts(report.language)
  return html`<!doctype html>
<html lang="${report.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${texts.title}</title>
<style>${{ markup: makePageStyle(findPrintPt(content)) }}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.markup
}

function makeContent(report: Report, remarks: readonly string[], shownRemarks: number): Markup {
  const { statement, language } = report
  const texts = findTexts(language)
  const figures = createFigures(language)
  const left = remarks.length - shownRemarks
  const shown = [...remarks.slice(0, shownRemarks), ...(left > 0 ? [texts.moreRemarksOf(figures.number(left, 0))] : [])]
  return html`<h1>${texts.title}</h1>
${listBanners(report, texts).map((banner) => html`<p class="banner">${banner}</p>\n`)}
<p class="scope"><strong>${findFigureNames(language).scope}</strong></p>
${describeTotal(report, texts, figures)}
${describePeriods(statement, texts, figures)}
${describeContracts(report, texts, figures)}
${
  shown.length === 0
    ? html``
    : html`<h2>${texts.remarks}</h2>
${htmlList(shown)}`
}
<h2>${texts.methodology}</h2>
<p>${texts.boundaries}</p>
<p><strong>${texts.versions}${texts.colon}</strong> ${describeVersions(statement, texts, figures)}</p>
<p><strong>${texts.sources}${texts.colon}</strong> ${listSources(statement, texts).join(' · ')}.</p>
<h2>${texts.proof}</h2>
${describeProof(report, texts, figures)}
<p class="signature">${texts.filedSpace}</p>`
}
