import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import type { AccuracyResponse } from '@hexawatt/shared/contract/forecast/accuracy'
import { getAccuracy } from '@hexawatt/shared/contract/operations/get-accuracy'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { getStatus } from '@hexawatt/shared/contract/operations/get-status'
import type { PublicRoute } from '../../http/page-routes.ts'
import { type Html, html } from '../../kit/html.ts'
import { type ChosenPages, createChosenPages, type Preferences, readPreferences } from '../../kit/preferences.ts'
import { servePage } from '../../kit/served-page.ts'
import { createLinks, type Site } from '../../site/site.ts'
import { renderSitePage } from '../../site/site-page.ts'
import { type Accuracy, renderErrors, renderSavings } from './parts/accuracy-part.ts'
import { renderHeadline } from './parts/headline-part.ts'
import { renderHeatMap } from './parts/heat-map-part.ts'
import { renderExtremes } from './parts/hours-part.ts'
import { renderIncidents } from './parts/incidents-part.ts'
import { renderMix } from './parts/mix-part.ts'
import { renderSources } from './parts/sources-part.ts'
import { renderRegions } from './regions/regions-part.ts'
import { createView, type View } from './texts/view.ts'

const statePath = '/etat'

/** `Retry-After` of a page without data, s. */
const retryAfterSeconds = '5'

export type StatePageDeps = {
  site: Site
  current: Pick<CurrentDashboard, 'latest'>
  /** The newest scoreboard of the forecasts; null before the first. */
  latestAccuracy: () => Promise<AccuracyResponse | null>
}

/** Makes the page `/etat`. It is rendered once for each state of the data and each choice of the visitor. */
export function createStatePage({ site, current, latestAccuracy }: StatePageDeps): PublicRoute {
  const pages = new WeakMap<DashboardResponse, { accuracy: Accuracy; pages: ChosenPages }>()
  const writePages = (dashboard: DashboardResponse | null, accuracy: Accuracy): ChosenPages =>
    createChosenPages((preferences) => renderStatePage(site, { dashboard, accuracy, preferences }))

  async function readAccuracy(dashboard: DashboardResponse): Promise<Accuracy> {
    const accuracy = await latestAccuracy().catch(() => null)
    // A replay may find the scoreboard of a later instant; the dashboard leaves it out.
    return dashboard.accuracy === null ? null : (accuracy ?? dashboard.accuracy)
  }

  return servePage(statePath, async (request) => {
    const preferences = readPreferences(request)
    // Visitors get an explanatory page, not a problem document.
    const dashboard = await current.latest().catch(() => null)
    if (dashboard === null) {
      // A request without validators: this page must not be answered by 304.
      const { headers, body } = writePages(null, null)(preferences)(new Request(site.publicBaseUrl))
      headers.set('retry-after', retryAfterSeconds)
      return new Response(body, { status: 503, headers })
    }
    const accuracy = await readAccuracy(dashboard)
    const known = pages.get(dashboard)
    const written = known?.accuracy === accuracy ? known : { accuracy, pages: writePages(dashboard, accuracy) }
    pages.set(dashboard, written)
    return written.pages(preferences)(request)
  })
}

export type StatePageInput = {
  /** Null when nothing was computed yet, or the stores are down. */
  dashboard: DashboardResponse | null
  accuracy: Accuracy
  preferences: Preferences
}

/** The whole page. */
function renderStatePage(site: Site, { dashboard, accuracy, preferences }: StatePageInput): string {
  const view = createView(preferences.language)
  const { texts } = view
  const linkTo = createLinks(statePath)
  const band = dashboard === null ? null : texts.modes[dashboard.mode]
  const intro = html`<div class="in intro" id="intro">${renderHeadline(dashboard, accuracy, view)}${dashboard === null ? null : renderContents(linkTo('/comprendre'), view)}</div>`
  return renderSitePage(site, {
    path: statePath,
    preferences,
    texts,
    files: site.assets.pages.state,
    current: null,
    notices: html`<div role="status">${band === null ? null : html`<p class="demo">${band}</p>`}<p class="demo" id="offline" hidden>${texts.offline}</p></div>`,
    content: html`${intro}${dashboard === null ? null : renderSections(dashboard, accuracy, view, linkTo)}`,
    isIndexed: true,
    bodyClass: 'state',
  })
}

function renderContents(understandHref: string, { texts }: View): Html {
  const parts = {
    sources: texts.sources,
    accuracy: texts.accuracy,
    weeks: texts.weeks,
    hours: texts.hours,
    mix: texts.mix,
    incidents: texts.incidents,
    regions: texts.regions,
  }
  const links = Object.entries(parts).map(
    ([part, { short }]) => html`<a href="#${partIds[part as keyof typeof partIds]}">${short}</a>`,
  )
  return html`<nav class="toc" aria-label="${texts.contents}">${links}<a href="${understandHref}">${texts.toUnderstand}</a></nav>`
}

/** Anchors of the sections, which other pages link to. */
const partIds = {
  sources: 'sources',
  accuracy: 'prevision',
  weeks: 'semaines',
  hours: 'heures',
  mix: 'mix',
  incidents: 'journal',
  regions: 'regions',
} as const

function renderSections(
  dashboard: DashboardResponse,
  accuracy: Accuracy,
  view: View,
  linkTo: ReturnType<typeof createLinks>,
): Html {
  const { texts } = view
  const scale = html`<p>${texts.weeks.low} <span class="scale"></span> ${texts.weeks.high}</p>`
  const files = [getDashboard, getStatus, getAccuracy].map(
    ({ path }) => html`<a href="${linkTo(path as `/${string}`)}"><code>${path}</code></a>`,
  )
  return html`${section(partIds.sources, 'in', texts.sources.heading, renderSources(dashboard, view))}
<div class="in two" id="${partIds.accuracy}">${section('savings', '', texts.accuracy.heading, renderSavings(accuracy, view))}${section('errors', '', texts.accuracy.errorsHeading, renderErrors(accuracy, view))}</div>
<section class="weeks" id="${partIds.weeks}" aria-labelledby="${partIds.weeks}-heading"><div class="in"><div class="head"><h2 id="${partIds.weeks}-heading">${texts.weeks.heading}</h2>${scale}</div>${renderHeatMap(dashboard, view)}</div></section>
<div class="in two" id="${partIds.hours}">${section('best', '', texts.hours.best, renderExtremes(dashboard, 'best', view))}${section('worst', '', texts.hours.worst, renderExtremes(dashboard, 'worst', view))}</div>
<div class="in two">${section(partIds.mix, '', texts.mix.heading, renderMix(dashboard, view))}${section(partIds.incidents, '', texts.incidents.heading, renderIncidents(dashboard, view))}</div>
${section(partIds.regions, 'in', texts.regions.heading, renderRegions(dashboard, view))}
<p class="in small files">${texts.data} ${files}</p>`
}

function section(id: string, place: string, heading: string, content: Html): Html {
  return html`<section class="${place} part" id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading">${heading}</h2>${content}</section>`
}
