import { operations } from '@hexawatt/shared/contract/operations'
import { type ProblemCode, problemCodes, problemTable } from '@hexawatt/shared/contract/problem'
import { problemExample } from '@hexawatt/shared/openapi/component-examples'
import { problemsOf } from '@hexawatt/shared/openapi/operation-problems'
import { recordedProblems } from '@hexawatt/shared/openapi/recorded-examples'
import { frenchSentences } from './french-sentences.ts'
import { createHtmlPage } from './html-page.ts'
import type { ServedPage } from './served-page.ts'

const pagesPath = '/problems'

/** A page per code, which is what `type` of a problem points to, and the list of them, by path. */
export function createProblemPages(publicBaseUrl: string): [path: string, page: ServedPage][] {
  const pages = problemCodes.map((code): [string, ServedPage] => [
    `${pagesPath}/${code}`,
    createHtmlPage(problemTable[code].title, problemText(code, publicBaseUrl)),
  ])
  return [[pagesPath, createHtmlPage('Error codes', listText())], ...pages]
}

function problemText(code: ProblemCode, publicBaseUrl: string): string {
  const { status, title, remedy } = problemTable[code]
  return `<h1>${Bun.escapeHTML(title)}</h1>
<p>Code <code>${code}</code>, HTTP status ${status}</p>
<p lang="fr">${Bun.escapeHTML(frenchSentences[code])}</p>
<h2>What to do</h2>
<p>${Bun.escapeHTML(remedy)}</p>
${waitText(status)}${whereText(code)}${exampleText(code, publicBaseUrl)}<p><a href="../problems">All codes</a> · <a href="../docs">Reference</a></p>`
}

/** Whether asking again can help; in front of everything else, because programs often do it at once. */
function waitText(status: number): string {
  if (status === 429 || status === 503)
    return '<p>Ask again no sooner than <code>Retry-After</code> says, in seconds.</p>\n'
  return status === 500 ? '' : '<p>The same request will be refused again: asking again does not help.</p>\n'
}

function whereText(code: ProblemCode): string {
  const paths = operations
    .filter((operation) => [...problemsOf(operation).values()].some((codes) => codes.includes(code)))
    .map(({ path }) => `<li><code>${path}</code></li>`)
  if (paths.length === 0 || paths.length === operations.length) return ''
  return `<h2>Where it occurs</h2>\n<ul>\n${paths.join('\n')}\n</ul>\n`
}

/** What the product has answered; codes of the operator's listener show none. */
function exampleText(code: ProblemCode, publicBaseUrl: string): string {
  const example = problemExample(code, publicBaseUrl)
  if (example === null) return ''
  const request = Bun.escapeHTML(recordedProblems[code]?.request ?? '')
  return `<h2>Example</h2>
<p>The answer to <code>${request}</code>:</p>
<pre><code>${Bun.escapeHTML(JSON.stringify(example, null, 2))}</code></pre>
<p><code>detail</code> says what was wrong with your own request; <code>traceId</code> lets the operator find it.</p>
`
}

function listText(): string {
  const rows = problemCodes.map((code) => {
    const { status, title } = problemTable[code]
    return `<tr><td>${status}</td><td><a href="problems/${code}"><code>${code}</code></a></td><td>${Bun.escapeHTML(title)}</td></tr>`
  })
  return `<h1>Error codes</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>, which is stable; <code>type</code> is the address of its page here.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
<p><a href="docs">Reference</a></p>`
}
