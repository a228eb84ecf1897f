import { AppError } from '@hexawatt/shared/errors/app-error'
import { createAdmitToken } from '@hexawatt/shared/http/principal'
import { Elysia } from 'elysia'

/** Methods of a page that is only read. */
export const readMethods = ['GET', 'HEAD', 'OPTIONS'] as const
/** Methods of a page with a form. */
export const formMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'] as const

/** A path with its methods, and what answers them; OPTIONS is answered for it. */
export type PageRoute = {
  readonly path: string
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'OPTIONS')[]
  /** @throws AppError for a refusal that is no page */
  readonly answer: (request: Request) => Response | Promise<Response>
}

/**
 * Makes the routes of pages. Only the gateway is admitted: a request without the internal token gets the 404 of an unknown path. Handlers read the
 * bodies of forms themselves.
 */
export function pageRoutes(pages: readonly PageRoute[], acceptedTokens: readonly string[]) {
  const admitToken = createAdmitToken(acceptedTokens)
  const routes = new Elysia({ name: 'pages', strictPath: true })
  for (const { path, methods, answer } of pages) {
    const allow = methods.join(', ')
    for (const method of methods) {
      routes.route(
        method,
        path,
        async function answerPage({ request }) {
          admitToken(request.headers)
          return method === 'OPTIONS' ? new Response(null, { status: 204, headers: { allow } }) : answer(request)
        },
        { parse: 'none' },
      )
    }
    routes.all(path, function refuseMethod({ request }) {
      admitToken(request.headers)
      throw new AppError('method_not_allowed', {
        detail: `${request.method} is not possible here; use ${allow}.`,
        headers: { allow },
      })
    })
  }
  return routes
}
