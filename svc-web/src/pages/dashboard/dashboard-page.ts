import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { PublicRoute } from '../../http/page-routes.ts'
import { listAssets, type PageAssets } from '../../kit/assets.ts'
import { renderFrame, renderLanguageLinks, renderPublicHead } from '../../kit/frame.ts'
import { type Html, html } from '../../kit/html.ts'
import { type ChosenPages, createChosenPages, readPreferences, type Theme } from '../../kit/preferences.ts'
import { servePage } from '../../kit/served-page.ts'
import { makeDefaultChoice } from './plan/choice.ts'
import { planParts } from './plan/plan-parts.ts'
import { renderPlannerForm } from './plan/planner-form.ts'
import { createView, type View } from './texts/view.ts'
import { renderWeightsForm } from './view/hours-parts.ts'
import { type PageParts, renderBanner, renderPageParts } from './view/page-parts.ts'

/** `Retry-After` of a page without data, s. */
const retryAfterSeconds = '5'

export type DashboardPageDeps = {
  current: Pick<CurrentDashboard, 'latest'>
  publicBaseUrl: string
  assets: PageAssets
}

/** Makes the page at `/` and its files. A page is rendered once for each language, appearance and state of the data. */
export function createDashboardPages(deps: DashboardPageDeps): PublicRoute[] {
  const assets = listAssets(deps.assets).map(({ path, page }) => servePage(path, page))
  return [servePage('/', createPage(deps)), ...assets]
}

function createPage({ current, publicBaseUrl, assets }: DashboardPageDeps): PublicRoute['answer'] {
  const writtenPages = new WeakMap<DashboardResponse, ChosenPages>()
  const writePages = (dashboard: DashboardResponse | null): ChosenPages =>
    createChosenPages(({ language, theme }) => renderPage({ dashboard, language, theme, assets, publicBaseUrl }))

  function makePages(dashboard: DashboardResponse): ChosenPages {
    const pages = writtenPages.get(dashboard) ?? writePages(dashboard)
    writtenPages.set(dashboard, pages)
    return pages
  }

  return async function answerPage(request) {
    const preferences = readPreferences(request)
    // Visitors get an explanatory page, not a problem document.
    const dashboard = await current.latest().catch(() => null)
    if (dashboard !== null) return makePages(dashboard)(preferences)(request)
    // A request without validators: this page must not be answered by 304. The client's own address need not be a URL.
    const { headers, body } = writePages(null)(preferences)(new Request(publicBaseUrl))
    headers.set('retry-after', retryAfterSeconds)
    return new Response(body, { status: 503, headers })
  }
}

/** Input of the page. */
export type PageInput = {
  /** Null when nothing was computed yet, or the stores are down. */
  dashboard: DashboardResponse | null
  language: Language
  theme: Theme
  assets: PageAssets
  publicBaseUrl: string
}

/** The whole page. Without JavaScript it shows everything except the curves of the mix, with the answer for the default appliance, and does not update. */
function renderPage({ dashboard, language, theme, assets, publicBaseUrl }: PageInput): string {
  const view = createView(language)
  const { texts } = view
  const parts =
    dashboard === null
      ? null
      : { ...renderPageParts(dashboard, nationalWeights, view), ...planParts(dashboard, makeDefaultChoice(), view) }
  const has = { hours: (dashboard?.hours ?? []).length > 0, outlook: dashboard?.outlook != null }
  return renderFrame({
    language,
    theme,
    head: renderPublicHead({ texts, assets, url: `${publicBaseUrl}/`, isScripted: true }),
    toContent: texts.header.toContent,
    header: html`<div><h1>Hexawatt</h1><p>${texts.tagline}</p><p class="quiet">${texts.header.source}</p></div>${renderSwitches(language, theme, view)}`,
    notices: html`<div id="banner" role="status">${parts?.banner ?? renderBanner(null, view)}</div><p id="offline" class="banner" role="status" hidden>${texts.banner.offline}</p>
`,
    content: parts === null ? html`` : sections(parts, has, view),
    footer: html`<p><a href="${plansPagePath.slice(1)}">${texts.footer.plans}</a> · <a href="docs">${texts.footer.api}</a> · <a href="api/dashboard">${texts.footer.status}</a></p><p>${texts.footer.data} ${texts.footer.effort}</p>`,
  })
}

function renderSwitches(language: Language, theme: Theme, { texts }: View): Html {
  const options = Object.entries(texts.header.themes).map(
    ([name, text]) => html`<option value="${name}" ${name === theme ? html`selected` : null}>${text}</option>`,
  )
  return html`${renderLanguageLinks(language, texts.header.languages)}<label class="scripted">${texts.header.theme} <select id="theme">${options}</select></label>`
}

type WholePage = PageParts & ReturnType<typeof planParts>

function sections(parts: WholePage, has: { hours: boolean; outlook: boolean }, view: View): Html {
  const { texts } = view
  const hours = html`<div id="extremes" aria-live="polite">${parts.extremes}</div>${renderWeightsForm(view, has.hours)}<div id="ribbon">${parts.ribbon}</div><div id="hours">${parts.hours}</div>`
  const mix = html`<p class="quiet">${texts.mix.lead}</p><div class="chart scripted" id="mix-chart" role="img" aria-label="${texts.mix.chart}"></div><div id="mix">${parts.mix}</div>`
  const planner = html`<div id="answer" aria-live="polite">${parts.answer}</div>${renderPlannerForm(view, has.outlook)}`
  return html`${section('plan-section', texts.plan.heading, planner)}
${section('outlook-section', texts.plan.chartHeading, html`<div id="outlook">${parts.outlook}</div>`)}
${section('tariff-section', texts.tariff.heading, html`<div id="tariff">${parts.tariff}</div>`)}
${section('accuracy-section', texts.accuracy.heading, html`<div id="accuracy">${parts.accuracy}</div>`)}
${section('signal-section', texts.signal.heading, html`<div id="signal">${parts.signal}</div>`)}
${section('now-section', texts.now.heading, html`<div id="now">${parts.now}</div>`)}
${section('hours-section', texts.hours.heading, hours)}
${section('mix-section', texts.mix.heading, mix)}
${section('heat-section', texts.heatMap.heading, html`<div id="heat">${parts.heat}</div>`)}
${section('sources-section', texts.sources.heading, html`<div id="sources">${parts.sources}</div>`)}`
}

function section(id: string, heading: string, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2>${content}</section>`
}
