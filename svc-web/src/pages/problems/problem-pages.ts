import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { type ProblemCode, problemCodes, problemTable } from '@hexawatt/shared/contract/problem'
import { findProblemExample, recordedProblems } from '@hexawatt/shared/openapi/examples'
import { listProblems } from '@hexawatt/shared/openapi/responses'
import type { PublicRoute } from '../../http/page-routes.ts'
import { type Html, html } from '../../kit/html.ts'
import { serveSitePage } from '../../site/serve-site-page.ts'
import type { Site } from '../../site/site.ts'
import { renderTextPage, type SitePage } from '../../site/site-page.ts'
import { type ProblemTexts, problemTexts } from './problem-texts.ts'

const pagesPath = '/problems'

/** Makes the page of each code, the target of a problem's `type`, and the list of all codes. */
export function createProblemPages(site: Site, operations: readonly OperationEntry[] = allOperations): PublicRoute[] {
  const refusals = operations.map((operation) => ({
    path: operation.path,
    isRead: operation.kind === 'read',
    codes: new Set([...listProblems(operation).values()].flat()),
  }))
  const pages = problemCodes.map((code) =>
    serveSitePage(site, `${pagesPath}/${code}`, ({ language }) =>
      renderProblem({ code, refusals, site, texts: problemTexts[language] }),
    ),
  )
  return [serveSitePage(site, pagesPath, ({ language }) => renderList(site, problemTexts[language])), ...pages]
}

/** Codes with which an operation may be refused. */
type Refusals = { path: string; isRead: boolean; codes: ReadonlySet<ProblemCode> }

type Problem = { code: ProblemCode; refusals: readonly Refusals[]; site: Site; texts: ProblemTexts }
type Content = Omit<SitePage, 'path' | 'preferences'>

function renderProblem({ code, refusals, site, texts }: Problem): Content {
  const { status } = problemTable[code]
  const { title, lead, remedy } = texts.problem(code)
  const content = html`<section class="prose"><p>${texts.code} <code>${code}</code>, ${texts.status} ${status}</p></section>
<section class="prose"><h2>${texts.whatToDo}</h2><p>${remedy}</p>${renderWait(status, texts)}</section>
${renderWhere(code, refusals, texts)}${renderExample(code, site.publicBaseUrl, texts)}
<p class="onwards"><a href="../problems">${texts.allCodes}</a> · <a href="../docs">${texts.reference}</a></p>`
  const page = renderTextPage({ heading: title, lead: lead === null ? null : html`${lead}`, content })
  return makePage(site, title, page, texts)
}

/** Whether a retry can help: with the remedy, because programs often retry at once. */
function renderWait(status: number, { wait: [before, after], noRetry }: ProblemTexts): Html | null {
  if (status === 429 || status === 503) return html`<p>${before}<code>Retry-After</code>${after}</p>`
  return status === 500 ? null : html`<p>${noRetry}</p>`
}

function renderWhere(code: ProblemCode, refusals: readonly Refusals[], texts: ProblemTexts): Html | null {
  // A code of every read endpoint needs no list.
  if (refusals.every(({ isRead, codes }) => !isRead || codes.has(code))) return null
  const paths = refusals.filter(({ codes }) => codes.has(code)).map(({ path }) => html`<li><code>${path}</code></li>`)
  return paths.length === 0 ? null : html`<section><h2>${texts.where}</h2><ul>${paths}</ul></section>`
}

/** A recorded response; codes of the operator's listener have none. */
function renderExample(code: ProblemCode, publicBaseUrl: string, texts: ProblemTexts): Html | null {
  const example = findProblemExample(code, publicBaseUrl)
  if (example === null) return null
  return html`<section><h2>${texts.example}</h2>
<p>${texts.answerTo} <code>${recordedProblems[code]?.request ?? ''}</code></p>
<pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
<p><code>detail</code> ${texts.detail} <code>traceId</code> ${texts.traceId}</p></section>`
}

/** By status, then by name. */
const codesByStatus = problemCodes.toSorted(
  (one, other) => problemTable[one].status - problemTable[other].status || one.localeCompare(other),
)

function renderList(site: Site, texts: ProblemTexts): Content {
  const [before, afterType, afterCode, afterLink] = texts.lead
  const [status, code, meaning] = texts.columns
  const rows = codesByStatus.map(
    (one) =>
      html`<tr><td>${problemTable[one].status}</td><td><a href="problems/${one}"><code>${one}</code></a></td><td>${texts.problem(one).title}</td></tr>`,
  )
  const content = html`<section><div class="scroll" tabindex="0" role="region" aria-label="${texts.heading}"><table class="plain codes"><thead><tr><th scope="col">${status}</th><th scope="col">${code}</th><th scope="col">${meaning}</th></tr></thead><tbody>${rows}</tbody></table></div></section>
<p class="onwards"><a href="docs">${texts.reference}</a></p>`
  const lead = html`${before}<code>application/problem+json</code>${afterType}<code>code</code>${afterCode}<code>type</code>${afterLink}`
  return makePage(site, texts.heading, renderTextPage({ heading: texts.heading, lead, content }), texts)
}

const makePage = ({ assets }: Site, title: string, content: Html, { description }: ProblemTexts): Content => ({
  texts: { title, description },
  files: assets.pages.problems,
  current: 'api',
  content,
  isIndexed: true,
})
