import { AppError } from '@hexawatt/shared/errors/app-error'
import { prefersPage } from '@hexawatt/shared/http/bodies/prefers-page'
import {
  createPreflightHeaders,
  createResponseHeaders,
  type HeaderValues,
  readRequestHeaders,
} from '@hexawatt/shared/http/bodies/response-headers'
import { findPathStart, trimEndSlashes } from '@hexawatt/shared/http/request-facts'
import { createAdmitWebRequest, type WebClient } from '@hexawatt/shared/http/web-request'
import { hasKeyInAddress, keyInAddressNote } from '@hexawatt/shared/keys/key-in-address'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import { Elysia } from 'elysia'

type PageMethod = 'GET' | 'HEAD' | 'POST' | 'OPTIONS'

/** The methods of a page, and the headers of its answer to OPTIONS. */
export type PageMethods = { readonly names: readonly PageMethod[]; readonly optionsHeaders: Headers }

const readNames = ['GET', 'HEAD', 'OPTIONS'] as const

/** The methods of a page that other sites may read. */
export const readMethods: PageMethods = {
  names: readNames,
  optionsHeaders: createPreflightHeaders(readNames, readRequestHeaders),
}

/** Makes the methods of a page that only one browser or program may call. @param headers of its answer to OPTIONS */
export function makePrivateMethods(names: readonly PageMethod[], headers: HeaderValues): PageMethods {
  return { names, optionsHeaders: new Headers({ ...headers, allow: names.join(', ') }) }
}

/** A path with its methods and its handler; OPTIONS is answered automatically. */
export type PageRoute = {
  readonly path: string
  readonly methods: PageMethods
  /** @throws AppError for a refusal without a page */
  readonly answer: (request: Request, client: WebClient) => Response | Promise<Response>
}

/** A page that is identical for every client. */
export type PublicRoute = PageRoute & { readonly answer: (request: Request) => Response | Promise<Response> }

/** Shows an error to a visitor as a page. */
export type ShowError = (request: Request, error: unknown) => Response

/**
 * Makes the routes of pages. Only the gateway is admitted: a request without the internal token gets the 404 of an unknown path. Handlers read the
 * bodies of forms themselves.
 * @param showError for clients that ask for a page; programs get a problem body
 */
export function createPageRoutes(pages: readonly PageRoute[], acceptedTokens: readonly string[], showError: ShowError) {
  const admit = createAdmitWebRequest(acceptedTokens)
  const pageAt = new Map(pages.map((page) => [page.path, page]))
  const routes = new Elysia({ name: 'pages', strictPath: true })
  for (const page of pages) {
    for (const method of page.methods.names) {
      routes.route(
        method,
        page.path,
        async function answerPage({ request }) {
          const client = admit(request.headers)
          if (method === 'OPTIONS') return makeOptionsResponse(page)
          try {
            return await page.answer(request, client)
          } catch (error) {
            if (prefersPage(request)) return showError(request, error)
            throw error
          }
        },
        { parse: 'none' },
      )
    }
    routes.all(page.path, function answerOtherMethod({ request }) {
      admit(request.headers)
      throw refuseMethod(request.method, page)
    })
  }
  return routes.all(
    '/*',
    function answerUnknownPath({ request }) {
      admit(request.headers)
      return redirectOf(request, pageAt)
    },
    { parse: 'none' },
  )
}

const makeOptionsResponse = ({ methods }: PageRoute): Response =>
  new Response(null, { status: 204, headers: methods.optionsHeaders })

function refuseMethod(method: string, { methods }: PageRoute): AppError {
  const allow = methods.names.join(', ')
  return new AppError('method_not_allowed', {
    detail: `${method} is not supported here; use ${allow}.`,
    headers: { allow },
  })
}

/**
 * The redirect of a path with slashes at its end: 308 keeps the method and the body. The target is a path of the product, so that `//host/` cannot lead to
 * another site.
 * @throws AppError `not_found`, also for a query with an API key, which must not be repeated; `method_not_allowed`
 */
function redirectOf({ url, method }: Request, pageAt: ReadonlyMap<string, PageRoute>): Response {
  const target = url.slice(findPathStart(url))
  const [path = '', query = ''] = target.split(/\?(.*)/s, 2)
  const page = path.endsWith('/') ? pageAt.get(trimEndSlashes(path)) : undefined
  if (page === undefined) {
    const note = hideApiKeys(path) === path ? '' : ` ${keyInAddressNote}`
    throw new AppError('not_found', { detail: `Nothing is served at this path.${note}` })
  }
  if (!page.methods.names.some((name) => name === method)) throw refuseMethod(method, page)
  if (method === 'OPTIONS') return makeOptionsResponse(page)
  if (hasKeyInAddress(`/?${query}`)) {
    throw new AppError('not_found', { detail: `Nothing is served at this path; see ${page.path}. ${keyInAddressNote}` })
  }
  const location = query === '' ? page.path : `${page.path}?${query}`
  return new Response(null, { status: 308, headers: createResponseHeaders({ location, 'cache-control': 'no-store' }) })
}
