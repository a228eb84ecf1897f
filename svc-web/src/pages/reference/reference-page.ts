import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { createOpenApiDocument } from '@hexawatt/shared/openapi/document'
import { createGuide, type GuideSection } from '@hexawatt/shared/openapi/guide'
import type { DocumentContext } from '@hexawatt/shared/openapi/schemas/document-types'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createFormat } from '../../kit/format.ts'
import { type Html, html } from '../../kit/html.ts'
import type { Preferences } from '../../kit/preferences.ts'
import { servePage } from '../../kit/served-page.ts'
import { serveSitePage } from '../../site/serve-site-page.ts'
import type { Site } from '../../site/site.ts'
import type { SitePage } from '../../site/site-page.ts'
import { renderCopiedCall } from './copied-call.ts'
import { type ReferenceTexts, referenceTexts } from './reference-texts.ts'
import { createSwaggerPage, type SwaggerPage } from './swagger-page.ts'

/** Path of the page. */
const referencePath = '/docs'

export type ReferenceInput = Omit<DocumentContext, 'publicBaseUrl'> & {
  site: Site
  operations?: readonly OperationEntry[]
}

/** Makes the API reference, and the files that it loads. */
export async function createReferencePages({
  site,
  operations = allOperations,
  ...rest
}: ReferenceInput): Promise<PublicRoute[]> {
  const context = { ...rest, publicBaseUrl: site.publicBaseUrl }
  const swagger = await createSwaggerPage(createOpenApiDocument(context, operations))
  const page = serveSitePage(
    site,
    referencePath,
    (preferences) => renderReference({ site, context, operations, swagger }, preferences),
    swagger.policy,
  )
  return [page, ...swagger.files.map(({ path, page }) => servePage(path, page))]
}

type Reference = {
  site: Site
  context: DocumentContext
  operations: readonly OperationEntry[]
  swagger: SwaggerPage
}

/** Names of the parameters without which an operation refuses a request. */
const listRequiredParameters = (operations: readonly OperationEntry[]): string[] =>
  operations.flatMap(({ requiredQuery }) => [...new URLSearchParams(requiredQuery).keys()])

function renderReference(
  { site, context, operations, swagger }: Reference,
  { language }: Preferences,
): Omit<SitePage, 'path' | 'preferences'> {
  const texts = referenceTexts[language]
  const calls = operations.map(
    (operation) =>
      html`<article data-path="${operation.path}"><h3><code>${operation.method} ${operation.path}</code></h3><p lang="en">${operation.summary}</p>${renderCopiedCall(operation, context, texts.copy)}</article>`,
  )
  const content = html`<div class="in page reference"><h1>${texts.heading}</h1><p class="lead">${texts.lead}</p>
${renderFacts(context, texts, createFormat(language).number)}
<p class="onwards"><a href="#/${getSchedule.chapter}/${getSchedule.id}">${texts.schedule}</a><a href="developpeurs">${texts.developers}</a><a href="#rules">${texts.rulesLink}</a><a href="openapi.json">openapi.json</a><a href="llms.txt">llms.txt</a></p>
<section class="unscripted" id="calls"><h2>${texts.operations}</h2><p>${texts.withoutScript}</p>${calls}</section>
<h2 class="unseen interactive">${texts.operations}</h2>
<div class="interactive" id="reference" lang="en" data-kept="${listRequiredParameters(operations).join(' ')}">${swagger.content}</div>
<section id="rules"><h2>${texts.rules}</h2><p class="quiet">${texts.rulesLead}</p><div class="rules" lang="en">${renderGuide(createGuide(context))}</div></section></div>`
  return { texts, files: site.assets.pages.reference, current: 'api', content, isIndexed: true }
}

/** What every request needs to know, before the first operation. */
function renderFacts(
  { publicBaseUrl, planTable, demoKey }: DocumentContext,
  texts: ReferenceTexts,
  formatNumber: (value: number, decimals: 0) => string,
): Html {
  const free = Object.values(planTable.plans).find(({ priceEurPerMonth }) => priceEurPerMonth === 0)
  const limits =
    free === undefined
      ? null
      : html`${texts.limitsOf(formatNumber(free.requestsPerMinute, 0), formatNumber(free.monthlyQuota, 0))}, `
  const demo = demoKey === null ? null : html`${texts.demoKey}<code>${demoKey}</code>, `
  return html`<dl class="facts">
<div><dt>${texts.address}</dt><dd><code>${publicBaseUrl}</code></dd></div>
<div><dt>${texts.key}</dt><dd>${texts.keyHeader} <code>X-Api-Key</code>, ${demo}<a href="${plansPagePath.slice(1)}">${texts.getKey}</a></dd></div>
<div><dt>${texts.errors}</dt><dd>${texts.errorFormat} <code>application/problem+json</code>, <a href="problems">${texts.errorList}</a></dd></div>
<div><dt>${texts.limits}</dt><dd>${limits}<a href="${plansPagePath.slice(1)}">${texts.plans}</a></dd></div></dl>`
}

/** The rules of the document's introduction, folded. Their Markdown has paragraphs and lists only. */
function renderGuide(sections: readonly GuideSection[]): Html[] {
  return sections.map(
    ({ title, text }) => html`<details><summary>${title}</summary>${text.split('\n\n').map(renderBlock)}</details>`,
  )
}

function renderBlock(block: string): Html {
  if (!block.startsWith('- ')) return html`<p>${block}</p>`
  const items = block.split('\n').map((line) => html`<li>${line.slice('- '.length)}</li>`)
  return html`<ul>${items}</ul>`
}
