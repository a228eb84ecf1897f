import { operations } from '@hexawatt/shared/contract/operations'
import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { type Plan, type PlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createFormat, type Format } from '../../kit/format.ts'
import { type Html, html } from '../../kit/html.ts'
import type { Preferences } from '../../kit/preferences.ts'
import { serveSitePage } from '../../site/serve-site-page.ts'
import type { Site } from '../../site/site.ts'
import { renderTextPage, type SitePage } from '../../site/site-page.ts'
import { showPlanName } from './plan-name.ts'
import { type PlansPageTexts, plansPageTexts } from './plans-page-texts.ts'

export type PlansPageInput = {
  site: Site
  /** The enforced plans. */
  planTable: PlanTable
  /** The public demo key; null when there is none. */
  demoKey: string | null
  /** The operator's page for accounts; null = none. */
  accountUrl: string | null
}

type Words = { texts: PlansPageTexts; format: Format }

/** Placeholder of the reader's key. */
const ownKey = '$HEXAWATT_API_KEY'

/** The operator's command for a key of the free plan, without the prefix of the source tree or the image. */
const makeKey = 'keys create --account "Ma Maison"'

/** Makes the page about getting a key: the default target of `upgradeUrl`. */
export function createPlansPage(input: PlansPageInput): PublicRoute {
  return serveSitePage(input.site, plansPagePath, (preferences) => renderPlansPage(input, preferences))
}

function renderPlansPage(input: PlansPageInput, { language }: Preferences): Omit<SitePage, 'path' | 'preferences'> {
  const { site, demoKey, planTable } = input
  const texts = plansPageTexts[language]
  const words = { texts, format: createFormat(language) }
  const content = html`${section(texts.plans.heading, renderPlansTable(planTable, words))}
<div class="ways"><div>${section(texts.own.heading, renderOwnKey(input, texts))}
${section(texts.use.heading, renderUse(site.publicBaseUrl, texts))}</div>
${demoKey === null ? null : html`<div>${section(texts.demo.heading, renderDemo(input, demoKey, words))}</div>`}</div>
<p class="onwards"><a href="docs">${texts.reference}</a> · <a href="problems">${texts.problems}</a> · <a href="api/plans">${texts.plansAsJson}</a></p>`
  return {
    texts,
    files: site.assets.pages.plans,
    current: 'plans',
    content: renderTextPage({ heading: texts.heading, lead: html`${texts.lead}`, content }),
    isIndexed: true,
  }
}

const section = (heading: string, content: Html): Html => html`<section><h2>${heading}</h2>${content}</section>`

function renderDemo({ planTable, site }: PlansPageInput, demoKey: string, { texts, format }: Words): Html {
  const { requestsPerMinute, requestsPerMonth } = planTable.demo
  const opened = operations.filter((operation) => operation.needsKey && !operation.isClosedToDemo)
  return html`<p>${texts.demo.lead}</p>${renderCurlLine(demoKey, site.publicBaseUrl)}
<p>${texts.demo.limits(format.number(requestsPerMinute, 0), format.number(requestsPerMonth, 0))} ${texts.demo.opens}</p>
<ul class="paths">${opened.map(({ path }) => html`<li><code>${path}</code></li>`)}</ul><p>${texts.demo.closed}</p>`
}

function renderOwnKey({ accountUrl, site }: PlansPageInput, { own }: PlansPageTexts): Html {
  if (accountUrl !== null) return html`<p>${own.byLink} <a href="${accountUrl}">${own.link}</a>.</p>`
  if (site.hasAccounts) return html`<p>${own.bySignUp} <a href="account">${own.signUp}</a>.</p>`
  return html`<p>${own.byOperator}</p><p>${own.operator}</p>
<p class="quiet">${own.fromSources}</p><pre><code>bun run ${makeKey}</code></pre>
<p class="quiet">${own.fromContainers}</p><pre><code>docker compose exec svc-web hexawatt ${makeKey}</code></pre>`
}

function renderUse(publicBaseUrl: string, { use }: PlansPageTexts): Html {
  return html`<p>${use.lead}</p>${renderCurlLine(ownKey, publicBaseUrl)}<p>${use.limits}</p>`
}

const renderCurlLine = (key: string, publicBaseUrl: string): Html =>
  html`<pre><code>curl -s -H "X-Api-Key: ${key}" ${publicBaseUrl}${getScore.path}</code></pre>`

/** The plans in one table. */
export function renderPlansTable({ plans }: PlanTable, words: Words): Html {
  const { rows, lead, heading } = words.texts.plans
  const columns = Object.values(plans).map((plan) => ({ plan, cells: planCells(plan, words) }))
  const heads = columns.map(
    ({ plan }) => html`<th scope="col">${showPlanName(plan.name)}${renderMarketingName(plan)}</th>`,
  )
  const names = Object.keys(rows).filter((name): name is CellName => name !== 'feature')
  const lines = names.map(
    (name) =>
      html`<tr data-row="${name}"><th scope="row">${rows[name]}</th>${columns.map(({ cells }) => html`<td>${cells[name]}</td>`)}</tr>`,
  )
  return html`<p>${lead}</p><div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table class="plain" id="plans">
<thead><tr><th scope="col">${rows.feature}</th>${heads}</tr></thead><tbody>${lines}</tbody></table></div>`
}

const renderMarketingName = ({ name, marketingName: other }: Plan): string => (name === other ? '' : ` (${other})`)

/** From two years on, a period is told in whole years. */
const [daysOfYear, daysOfTwoYears] = [366, 732]

type CellName = Exclude<keyof PlansPageTexts['plans']['rows'], 'feature'>

function planCells(plan: Plan, { texts, format }: Words): Record<CellName, string> {
  const { free, euros, refused, beyond, hours, days, years, yes, no } = texts.plans
  const { overageEurPerRequest: price, overageCapMultiple: multiple } = plan
  const writePeriod = (count: number): string =>
    count < daysOfTwoYears ? days(format.number(count, 0)) : years(format.number(Math.floor(count / daysOfYear), 0))
  const yesNo = (has: boolean): string => (has ? yes : no)
  return {
    price: plan.priceEurPerMonth === 0 ? free : euros(format.exact(plan.priceEurPerMonth)),
    minute: format.number(plan.requestsPerMinute, 0),
    month: format.number(plan.monthlyQuota, 0),
    beyond: price === null || multiple === null ? refused : beyond(format.exact(price), format.exact(multiple)),
    keys: format.number(plan.apiKeys, 0),
    forecast: hours(format.number(plan.forecastHours, 0)),
    history: writePeriod(plan.historyDays),
    weights: yesNo(plan.customWeights),
    analytics: yesNo(plan.analytics),
  }
}
