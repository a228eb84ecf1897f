import type { OperationEntry } from '@hexawatt/shared/contract/entry/operation'
import { callMcp } from '@hexawatt/shared/contract/operations/call-mcp'
import { getCalendarExport } from '@hexawatt/shared/contract/operations/get-calendar-export'
import { getCarbonAwareSdkExport } from '@hexawatt/shared/contract/operations/get-carbon-aware-sdk-export'
import { getCarbonExplain } from '@hexawatt/shared/contract/operations/get-carbon-explain'
import { getCarbonIntensity } from '@hexawatt/shared/contract/operations/get-carbon-intensity'
import { getElectricityMapsForecast } from '@hexawatt/shared/contract/operations/get-electricity-maps-forecast'
import { getEmhassExport } from '@hexawatt/shared/contract/operations/get-emhass-export'
import { getEvccExport } from '@hexawatt/shared/contract/operations/get-evcc-export'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { getHours } from '@hexawatt/shared/contract/operations/get-hours'
import { getOutlook } from '@hexawatt/shared/contract/operations/get-outlook'
import { getPrometheusExport } from '@hexawatt/shared/contract/operations/get-prometheus-export'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import { getScore } from '@hexawatt/shared/contract/operations/get-score'
import { type PlanTable, plansPagePath } from '@hexawatt/shared/contract/plans'
import { writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createFormat } from '../../kit/format.ts'
import { type Html, html } from '../../kit/html.ts'
import type { Preferences } from '../../kit/preferences.ts'
import { serveSitePage } from '../../site/serve-site-page.ts'
import type { Site } from '../../site/site.ts'
import { renderTextPage, type SitePage } from '../../site/site-page.ts'
import { badgePath, embedPath } from '../embed/embed-choices.ts'
import { showPlanName } from '../plans/plan-name.ts'
import { renderCopiedCall } from '../reference/copied-call.ts'
import { type DevelopersTexts, developersTexts, type Program, type Purpose } from './developers-texts.ts'

export type DevelopersInput = { site: Site; planTable: PlanTable; demoKey: string | null }

/** The scripts and styles of this site, and its own card in a frame. */
const policy = writeContentPolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'frame-src': "'self'",
})

/** Makes the page about what one can build with the API. */
export function createDevelopersPage(input: DevelopersInput): PublicRoute {
  return serveSitePage(input.site, '/developpeurs', (preferences) => renderDevelopers(input, preferences), policy)
}

const purposes: Readonly<Record<Purpose, readonly OperationEntry[]>> = {
  plan: [getSchedule],
  show: [getScore, getCarbonIntensity],
  report: [getHours, getCarbonExplain],
  follow: [getEvents],
}

/** Name, the operation to read about, and its address or that of several such operations. */
const programs: Readonly<Record<Program, readonly [name: string, operation: OperationEntry, address?: string]>> = {
  evcc: ['evcc', getEvccExport],
  emhass: ['EMHASS', getEmhassExport],
  homeAssistant: ['Home Assistant', getOutlook],
  grafana: ['Grafana', getEvccExport],
  prometheus: ['Prometheus', getPrometheusExport],
  keda: ['KEDA', getScore],
  calendar: ['iCalendar', getCalendarExport],
  carbonAware: ['Carbon Aware SDK', getCarbonAwareSdkExport],
  electricityMaps: ['Electricity Maps', getElectricityMapsForecast, '/compat/electricitymaps/v3'],
  models: ['Claude, ChatGPT, VS Code', callMcp],
}

/** The operation in the reference. */
const link = ({ chapter, id, path }: OperationEntry, address: string = path): Html =>
  html`<a href="docs#/${encodeURIComponent(chapter)}/${id}"><code>${address}</code></a>`

function renderDevelopers(input: DevelopersInput, preferences: Preferences): Omit<SitePage, 'path' | 'preferences'> {
  const { site, planTable } = input
  const texts = developersTexts[preferences.language]
  const { onwards } = texts
  const content = html`${renderPurposes(texts)}
${renderCalls(input, texts)}
<div class="halves">${renderClients(texts)}${renderLimits(planTable, preferences, texts)}</div>
${renderPrograms(texts)}
${renderEmbeds(site.publicBaseUrl, preferences, texts)}
<p class="onwards"><a href="docs">${onwards.reference}</a><a href="problems">${onwards.problems}</a><a href="comprendre">${onwards.methodology}</a><a href="etat">${onwards.state}</a><a href="openapi.json">openapi.json</a><a href="llms.txt">llms.txt</a></p>`
  return {
    texts,
    files: site.assets.pages.developers,
    current: 'api',
    content: renderTextPage({ heading: texts.heading, lead: html`${texts.lead}`, content }),
    isIndexed: true,
  }
}

function renderPurposes({ purposes: { heading, of } }: DevelopersTexts): Html {
  const items = (Object.keys(purposes) as Purpose[]).map(
    (purpose) =>
      html`<li><h3>${of[purpose].heading}</h3><p>${of[purpose].text}</p><p class="paths">${purposes[purpose].map((operation) => link(operation))}</p></li>`,
  )
  return html`<section><h2>${heading}</h2><ul class="tiles">${items}</ul></section>`
}

function renderCalls(
  { site, demoKey }: DevelopersInput,
  { calls: { heading, lead, of }, copy }: DevelopersTexts,
): Html {
  const [score, schedule, hours] = of
  const context = { publicBaseUrl: site.publicBaseUrl, demoKey }
  const render = (title: string, operation: OperationEntry): Html =>
    html`<article class="card"><h3>${title}</h3>${renderCopiedCall(operation, context, copy)}</article>`
  return html`<section><h2>${heading}</h2>${demoKey === null ? html`<p class="quiet">${lead}</p>` : null}<div class="calls">${render(score, getScore)}${render(schedule, getSchedule)}${render(hours, getHours)}</div></section>`
}

function renderClients({ clients: { heading, of } }: DevelopersTexts): Html {
  const items = of.map((client) => html`<div><dt>${client.heading}</dt><dd>${client.text}</dd></div>`)
  return html`<section><h2>${heading}</h2><dl class="named">${items}</dl></section>`
}

function renderLimits({ plans }: PlanTable, { language }: Preferences, { limits }: DevelopersTexts): Html {
  const { number } = createFormat(language)
  const items = Object.values(plans).map((plan) => {
    const figures = [plan.requestsPerMinute, plan.monthlyQuota, plan.forecastHours].map((value) => number(value, 0))
    const [minute = '', month = '', hours = ''] = figures
    return html`<li>${limits.of(showPlanName(plan.name), minute, month, hours)}</li>`
  })
  return html`<section><h2>${limits.heading}</h2><ul>${items}</ul><p class="quiet">${limits.more}</p><p><a href="${plansPagePath.slice(1)}">${limits.plans}</a></p></section>`
}

function renderPrograms({ programs: { heading, lead, columns, of } }: DevelopersTexts): Html {
  const [program, gets, address] = columns
  const rows = (Object.keys(programs) as Program[]).map((id) => {
    const [name, operation, address] = programs[id]
    return html`<tr><th scope="row">${name}</th><td>${of[id]}</td><td>${link(operation, address)}</td></tr>`
  })
  return html`<section><h2>${heading}</h2><p class="quiet">${lead}</p><div class="scroll" tabindex="0" role="region" aria-label="${heading}"><table class="plain programs"><thead><tr><th scope="col">${program}</th><th scope="col">${gets}</th><th scope="col">${address}</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

/** Size of the card's frame, px: it holds every text of both languages, also of a red day with very tense hours. */
const [cardWidth, cardHeight] = [340, 272]

/** Badge and card for other sites, each shown as it is now, with the line to paste. */
function renderEmbeds(
  publicBaseUrl: string,
  { language, theme }: Pick<Preferences, 'language' | 'theme'>,
  { embeds, copy }: DevelopersTexts,
): Html {
  const pasted = (title: string, preview: Html, line: string): Html =>
    html`<article class="card"><h3>${title}</h3><div class="preview">${preview}</div><div class="call"><pre data-snippet="" tabindex="0" role="group" aria-label="${title}"><code>${line}</code></pre><div class="choice"><button type="button" class="scripted">${copy.button}</button><span role="status"></span></div></div></article>`
  const badge = (title: string, query: string): Html => {
    const alt = embeds.badgeAlt
    const source = `${badgePath}?${query}`
    const line = `<a href="${publicBaseUrl}/"><img src="${publicBaseUrl}${source}" alt="${alt}"></a>`
    // The picture of a dark page is dark; the line to paste is for any page.
    const shown = theme === 'dark' ? `${source}&theme=dark` : source
    return pasted(title, html`<img src="${shown.slice(1)}" alt="${alt}">`, line)
  }
  const card = `${embedPath}?lang=${language}`
  const size = `width="${cardWidth}" height="${cardHeight}"`
  const line = `<iframe src="${publicBaseUrl}${card}" title="${embeds.cardTitle}" ${size} loading="lazy"></iframe>`
  const frame = html`<iframe src="${card.slice(1)}&theme=${theme}" title="${embeds.cardTitle}" width="${cardWidth}" height="${cardHeight}" loading="lazy"></iframe>`
  return html`<section id="embeds"><h2>${embeds.heading}</h2><p class="quiet">${embeds.lead}</p><div class="embeds">${badge(embeds.badge, `lang=${language}`)}${badge(embeds.hexagon, `lang=${language}&style=hexagon`)}${pasted(embeds.card, frame, line)}</div><p class="quiet">${embeds.parameters}</p></section>`
}
