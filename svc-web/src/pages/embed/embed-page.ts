import { hashSource, writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import { toParisDay } from '@hexawatt/shared/time/paris-clock'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createFormat, type Format } from '../../kit/format.ts'
import { hexagonPath } from '../../kit/hexagon.ts'
import { type Html, html } from '../../kit/html.ts'
import { colorOfScore, inkOnScore } from '../../kit/score-scale.ts'
import { createServedPage, type ServedPage, servePage } from '../../kit/served-page.ts'
import { embedHeaders, embedMaxAgeSeconds } from './badge-page.ts'
import { listAlarms } from './embed-alarms.ts'
import { type EmbedChoice, embedPath, readEmbedChoice } from './embed-choices.ts'
import type { EmbedFacts } from './embed-facts.ts'
import { type EmbedTexts, embedTexts } from './embed-texts.ts'
import { createQuarterHourPages, type EmbedDeps } from './quarter-hour-pages.ts'

const style = await Bun.file(new URL('./embed.css', import.meta.url)).text()

type Words = { texts: EmbedTexts; format: Format }

/** Makes the card at `/embed`, the only page that other sites may frame: no script, form or cookie, one request. */
export function createEmbedPage(deps: EmbedDeps): PublicRoute {
  const { clock, publicBaseUrl } = deps
  const render = (facts: EmbedFacts, choice: EmbedChoice): ServedPage =>
    createServedPage({
      contentType: 'text/html; charset=utf-8',
      body: renderCard(facts, choice, { presentMs: clock.now().epochMilliseconds, publicBaseUrl }).markup,
      maxAgeSeconds: embedMaxAgeSeconds,
      headers: {
        ...embedHeaders,
        'content-security-policy': writeContentPolicy({ 'style-src': hashSource(style), 'frame-ancestors': '*' }),
        'content-language': choice.lang,
      },
    })
  const answer = createQuarterHourPages(deps, render)
  return servePage(embedPath, async (request) => answer(request, readEmbedChoice(request.url)))
}

type CardContext = { presentMs: number; publicBaseUrl: string }

function renderCard(facts: EmbedFacts, { lang, theme }: EmbedChoice, { presentMs, publicBaseUrl }: CardContext): Html {
  const texts = embedTexts[lang]
  const words = { texts, format: createFormat(lang) }
  return html`<!doctype html>
<html lang="${lang}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title}</title>
<style>${{ markup: style }}</style>
</head>
<body><main><h1>${texts.title}${renderTime(facts, words)}</h1>
${renderAlarms(facts, presentMs, lang)}${renderRemarks(facts, words)}<div class="now">${renderScore(facts, texts)}${renderIntensity(facts, texts)}</div>
<p>${renderBest(facts, presentMs, words)}</p>
<a href="${publicBaseUrl}/?lang=${lang}" target="_blank" rel="noopener">${texts.toSite}</a></main>
</body></html>
`
}

/** When the values were computed; of late ones the remark says it. */
function renderTime({ computedAt, outdatedSince }: EmbedFacts, { texts, format }: Words): Html | null {
  if (computedAt === null || outdatedSince !== null) return null
  return html`, <time datetime="${computedAt}">${texts.computedAt(format.time(computedAt))}</time>`
}

/** Tension of the grid and red days: said first, since they override the advice. */
function renderAlarms({ day }: EmbedFacts, presentMs: number, language: EmbedChoice['lang']): Html[] {
  return listAlarms(day, presentMs, language).map(
    ({ title, isAlarming }) => html`<p class="${isAlarming ? 'alarm' : 'warn'}">${title}</p>
`,
  )
}

/** Values that are late or invented: said before the values. */
function renderRemarks({ mode, outdatedSince }: EmbedFacts, { texts, format }: Words): Html | null {
  const outdated = outdatedSince === null ? null : texts.outdated(format.moment(outdatedSince))
  const remark = [outdated, mode && texts.invented[mode]].filter((text) => text !== null).join(', ')
  return remark === ''
    ? null
    : html`<p class="warn">${remark}</p>
`
}

/** An outdated score has no colour of the scale. */
function renderScore({ score, outdatedSince }: EmbedFacts, texts: EmbedTexts): Html {
  if (score === null) return html`<p>${texts.noScore}</p>`
  const { value, level } = score
  const [fill, ink] = outdatedSince === null ? [colorOfScore(value), inkOnScore(value)] : ['#e4e7f7', '#141a38']
  return html`<p><svg viewBox="0 0 52 60" aria-hidden="true"><path d="${hexagonPath(26, 30, 29)}" fill="${fill}"/><text x="26" y="37" fill="${ink}">${value}</text></svg><span><b>${texts.levels[level]}</b><span class="quiet">${value} ${texts.outOf}</span></span></p>`
}

function renderIntensity({ gCo2PerKwh }: EmbedFacts, texts: EmbedTexts): Html {
  if (gCo2PerKwh === null) return html`<p>${texts.noIntensity}</p>`
  return html`<p class="intensity"><span class="number">${gCo2PerKwh}<small>\u00a0g</small></span><span class="quiet">${texts.intensity}</span></p>`
}

function renderBest({ best }: EmbedFacts, presentMs: number, { texts, format }: Words): Html {
  if (best === null) return html`${texts.noBest}`
  const days = toParisDay(Date.parse(best.time)) - toParisDay(presentMs)
  const day = texts.days[days] ?? format.day(best.time)
  return html`<b>${texts.best}</b>${texts.at(day, format.hour(best.time), String(best.value))}`
}
