import { unknownPagePath, type WebPath, webPaths } from '@hexawatt/shared/contract/web-paths'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import type { ClientSubjects } from '../auth/client-subjects.ts'
import type { GatewayResponse } from '../http/gateway-response.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Resource } from '../http/resource.ts'
import type { Limiter } from '../limits/quota/quota.ts'
import type { UnknownPathDeps } from '../pipeline/unknown-path.ts'
import { type ForwardPage, refuseUnavailable } from './forward-page.ts'
import { createImmutableFiles } from './immutable-files.ts'
import { makeRefusalPage } from './refusal-page.ts'

/** `Retry-After` of an installation without svc-web, s. */
const retryAfterSeconds = 60

export type WebResourcesDeps = {
  /** null = this installation has no svc-web: every page is a refusal. */
  forwardPage: ForwardPage | null
  limiter: Pick<Limiter, 'take'>
  subjects: Pick<ClientSubjects, 'accountPages'>
}

/** Makes the resources that svc-web serves behind the gateway. */
export function createWebResources(deps: WebResourcesDeps): Resource[] {
  const { limiter, subjects } = deps
  const forwardPage = deps.forwardPage === null ? null : createImmutableFiles(deps.forwardPage)

  /** Counted apart from requests to the API, over all gateways, before a session is looked up. @throws AppError `rate_limited` */
  async function takeAccountPage(context: RequestContext): Promise<void> {
    const { refusedBy, minute } = await limiter.take(subjects.accountPages(context))
    if (refusedBy === null) return
    throw new AppError('rate_limited', {
      detail: `At most ${minute.limit} requests a minute for account pages.`,
      retryAfterSeconds: Math.max(1, minute.resetSeconds),
    })
  }

  async function answer(context: RequestContext, entry: WebPath): Promise<GatewayResponse> {
    try {
      // A preflight request counts against no limit (docs/develop/decisions.md#what-counts).
      if (entry.kind === 'account' && context.request.method !== 'OPTIONS') await takeAccountPage(context)
      if (forwardPage === null) throw refuseUnavailable(retryAfterSeconds)
      return await forwardPage(context, entry)
    } catch (error) {
      if (entry.kind === 'webhook' || !(error instanceof AppError)) throw error
      return makeRefusalPage(context.request, error)
    }
  }

  return webPaths.map((entry) => ({
    path: entry.path,
    // svc-web knows whether pages of other sites may ask, and which methods a single page has.
    methods: { names: entry.methods, optionsResponse: (context) => answer(context, entry) },
    answer: (context) => answer(context, entry),
  }))
}

const unknownPage: WebPath = { path: unknownPagePath, kind: 'page', methods: ['GET', 'HEAD'], isOptional: true }

/** Makes the page of an unknown path: the page of svc-web, or the gateway's own page when svc-web does not answer with a page. */
export function createUnknownPage(forwardPage: ForwardPage | null): UnknownPathDeps['showUnknownPage'] {
  return async function showUnknownPage(context, refusal, nearest) {
    const { path, query } = context.target
    // The choices that a visitor makes on this page too.
    const choices = [...new URLSearchParams(query)].filter(([name]) => name === 'lang' || name === 'theme')
    const asked = new URLSearchParams(choices)
    // svc-web learns that the path holds a key, but does not get the key.
    if (hideApiKeys(path) === path) asked.set('path', path)
    else asked.set('key', 'hidden')
    const target = { path: unknownPagePath, query: asked.toString() }
    const page = await forwardPage?.({ ...context, target }, unknownPage).catch(() => null)
    return page ?? makeRefusalPage(context.request, refusal, nearest)
  }
}
