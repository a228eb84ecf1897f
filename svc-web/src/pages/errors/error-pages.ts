import { allOperations } from '@hexawatt/shared/contract/operations'
import { unknownPagePath } from '@hexawatt/shared/contract/web-paths'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { createNearestPath } from '@hexawatt/shared/errors/near-miss'
import { createResponseHeaders } from '@hexawatt/shared/http/bodies/response-headers'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { readRequestFacts } from '@hexawatt/shared/http/request-facts'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { PublicRoute } from '../../http/page-routes.ts'
import { type Html, html } from '../../kit/html.ts'
import { createPageHeaders, type Preferences, readPreferences } from '../../kit/preferences.ts'
import { createReadRefusal } from '../../kit/private/private-responses.ts'
import { servePage } from '../../kit/served-page.ts'
import { createLinks, type LinkTo, type Site } from '../../site/site.ts'
import { renderSitePage } from '../../site/site-page.ts'
import { type ErrorKind, type ErrorTexts, errorTexts } from './error-texts.ts'

export type ErrorPagesDeps = {
  site: Site
  /** Paths of pages that a visitor may have meant. */
  pagePaths: readonly string[]
  logger: Logger
}

/** Makes the pages that a visitor sees instead of a problem body. */
export function createErrorPages({ site, pagePaths, logger }: ErrorPagesDeps) {
  const readRefusal = createReadRefusal(logger, 'page failed')
  const nearestPath = createNearestPath([...pagePaths, ...allOperations.map(({ path }) => path)])

  function respond(path: string, preferences: Preferences, error: AppError, more: (linkTo: LinkTo) => Html): Response {
    const texts = errorTexts[preferences.language]
    const kind = kindOf(error.status)
    const linkTo = createLinks(path)
    const content = html`<div class="in miss"><p class="n">${texts.error} ${error.status}</p><h1>${texts.headings[kind]}</h1><p class="lead">${texts.sentences[kind]}</p>${more(linkTo)}
<div class="acts">${renderActions(kind, texts, linkTo)}</div>${isApiPath(path) ? html`<p class="quiet">${texts.forPrograms}</p>` : null}</div>
${night}`
    const markup = renderSitePage(site, {
      path,
      preferences,
      texts: { title: texts.headings[kind], description: texts.sentences[kind] },
      files: site.assets.pages.errors,
      current: null,
      content,
      isIndexed: false,
      bodyClass: 'error',
    })
    const { retryAfterSeconds } = error.options
    // A refused address sets no cookie: its choices are not valid, and the address of an embed never sets one.
    const cookie = error.status === 400 ? null : preferences.cookie
    return new Response(markup, {
      status: error.status,
      headers: createResponseHeaders({
        ...createPageHeaders({ ...preferences, cookie }),
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      }),
    })
  }

  function answerUnknown(request: Request): Response {
    const query = new URLSearchParams(extractQuery(request.url))
    const path = query.get('path') ?? '/'
    const preferences = readPreferences(request)
    const texts = errorTexts[preferences.language]
    const nearest = nearestPath(path)
    return respond(path, preferences, new AppError('not_found', { detail: '' }), (linkTo) => {
      if (query.has('key')) return html`<p class="near">${texts.keyInAddress}</p>`
      if (nearest === null) return html``
      return html`<p class="near">${texts.nearest} <a href="${linkTo(nearest as `/${string}`)}">${nearest}</a></p>`
    })
  }

  return {
    /** The page of an unknown path, for the gateway. */
    unknown: servePage(unknownPagePath, answerUnknown) satisfies PublicRoute,
    /** The page for any error that a page throws. */
    refused(request: Request, thrown: unknown): Response {
      const error = readRefusal(thrown, request)
      const preferences = readPreferences(request)
      const { faultReference } = errorTexts[preferences.language]
      return respond(new URL(request.url).pathname, preferences, error, () => {
        if (error.status === 500) {
          return html`<p class="near">${faultReference} <code>${readRequestFacts(request).requestId}</code></p>`
        }
        // The details of refusals are English.
        return error.status === 400 ? html`<p class="near" lang="en">${error.options.detail}</p>` : html``
      })
    },
  }
}

const firstPart = (path: string): string => path.split('/', 2)[1] ?? ''
const apiParts = new Set(allOperations.map(({ path }) => firstPart(path)))

/** Whether a path looks like one of the API, so that its reader may write a program. */
const isApiPath = (path: string): boolean => apiParts.has(firstPart(path))

/** What a visitor can do: try again where that may help, else go elsewhere. */
function renderActions(kind: ErrorKind, texts: ErrorTexts, linkTo: LinkTo): Html {
  const home = (style: string) => html`<a class="${style}" href="${linkTo('/')}">${texts.home}</a>`
  if (kind === 'unknown' || kind === 'refused') {
    return html`${home('btn')}<a class="btn second" href="${linkTo('/docs')}">${texts.reference}</a>`
  }
  return html`<a class="btn" href="">${texts.again}</a>${home('btn second')}`
}

function kindOf(status: number): ErrorKind {
  if (status === 404) return 'unknown'
  if (status === 429) return 'busy'
  if (status === 503) return 'unavailable'
  return status >= 500 ? 'fault' : 'refused'
}

/** Points of the sky, on a canvas of 192 × 100. Each is a line without length: round caps make it a star. */
const stars =
  'M52.9 47.9h.01M130.3 15.2h.01M75.6 11.7h.01M42.5 14.9h.01M52.9 42.4h.01M165.7 65.1h.01M112.8 29.1h.01M11.8 29.7h.01M175.3 44.6h.01M144.1 27.8h.01M106.6 4.4h.01M85.4 45.8h.01M136.9 57.7h.01M145.4 10.3h.01M150.9 50h.01M50 22.6h.01M170.1 15.1h.01M178.3 55.9h.01M170.6 56.9h.01M84.4 11.3h.01M186.7 58.7h.01M127.5 55.7h.01M57.5 4.7h.01M157.7 24.1h.01M36.5 71.6h.01M159 58.8h.01M177.3 42.1h.01M111.8 57.6h.01M133.8 9.2h.01M107.7 17.9h.01M171.7 64.4h.01M38.7 14.4h.01M165.7 31.8h.01M22.9 44.8h.01M43.5 29.6h.01M45.7 60.1h.01M106.5 48.6h.01M60.8 49.7h.01M89.1 64h.01M109.3 28.4h.01M28.2 29.8h.01M162.2 67.6h.01M95.6 38.3h.01M63.7 32.7h.01M12.7 32.5h.01M93.5 25.3h.01M8.8 34h.01M155.5 20.1h.01M91.1 61.1h.01M11.8 48.5h.01M181.2 44.9h.01M65 62.7h.01M66.9 18.7h.01M116.1 11.2h.01M78.2 63.5h.01M190.3 65.7h.01M32.7 62.1h.01M101 37.8h.01M178.8 40.4h.01M72.1 37.2h.01M17.2 33.3h.01M180.1 20.9h.01M58.2 39.2h.01M191.4 69.9h.01M48.5 14.9h.01M151 43.3h.01M15.2 8.5h.01M33.6 17.8h.01M35.4 63.1h.01M117.1 38.4h.01M122.5 14.4h.01M173.3 52.9h.01M31.8 42.6h.01M28.9 16.6h.01M155.4 19.8h.01M159.7 27.3h.01M83.9 55.5h.01M175.2 26.4h.01M126 59.2h.01M16.8 58.8h.01M97 52.3h.01M113.8 30.6h.01M12.3 7.5h.01M51.9 65.9h.01M85.7 36.5h.01M93.7 3.8h.01M178 27.1h.01M147.3 25.8h.01M115.5 19.4h.01M188.4 35.9h.01M62.9 7.4h.01M8.7 50h.01M44.1 60.9h.01M43.3 25.9h.01M35.6 22.8h.01M32.7 33.3h.01M123.8 29.2h.01M132.4 30h.01M157.9 19.1h.01M183.4 28.2h.01M12.6 12.2h.01M157.8 42.3h.01M12.3 48.7h.01M10.9 36h.01M23.2 18.8h.01M59.8 70.4h.01M184.4 4.9h.01M189.9 54.4h.01M191.7 52.7h.01M158.7 27.6h.01M10.1 10h.01M154.2 51.6h.01M103.4 50.1h.01M126.3 10.4h.01M85.7 19.8h.01M41.1 56.1h.01M110.7 40.1h.01M138.6 13.5h.01M122.1 43.2h.01M184.4 4.2h.01M150 59.5h.01M85.2 29.8h.01M187.8 45.7h.01M12.2 71h.01M68.5 40.2h.01M30.8 7.6h.01M38.9 14.1h.01M150.3 33.5h.01M91.5 66.6h.01M112 50.6h.01'

/** A line without current in the night: a plug next to its socket. */
const night = html`<div class="night" aria-hidden="true"><svg viewBox="0 0 192 100" preserveAspectRatio="none"><path class="stars" d="${stars}"/></svg><svg class="moon" viewBox="0 0 20 20"><path d="M13 2a8 8 0 1 0 5 11A7 7 0 0 1 13 2z"/></svg><div class="ground"></div>
<div class="plug"><i></i><svg viewBox="0 0 208 72" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><path d="M0 36h16"/><path d="M16 20h26c9 0 16 7 16 16s-7 16-16 16H16z" fill="#10163a"/><path d="M54 28h20M54 44h20"/><path d="M164 5 190.8 20.5V51.5L164 67 137.2 51.5V20.5Z" fill="#10163a"/><circle cx="157" cy="29" r="2.5" fill="#fff"/><circle cx="157" cy="43" r="2.5" fill="#fff"/><path d="M191 36h17"/><path d="M92 14l6 7M100 36h9M92 58l6-7" stroke="#ffd873" stroke-width="3"/></svg><i></i><b>0 W</b></div></div>`
