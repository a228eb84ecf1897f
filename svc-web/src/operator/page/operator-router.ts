import { AppError, toAppError } from '@hexawatt/shared/errors/app-error'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { PageAssets } from '../../kit/assets.ts'
import { type Html, html } from '../../kit/html.ts'
import { renderField, renderProblem } from '../../kit/private/fields.ts'
import { addRetryAfter, createReadRefusal, redirectToPage } from '../../kit/private/private-responses.ts'
import { answerPrivately, type OfferedPage } from '../../kit/private/private-router.ts'
import { type AuditLine, type RouteContext, toActor, toAppErrorOfAction } from '../auth/operate.ts'
import type { OperatorAuth } from '../auth/operator-auth.ts'
import { findKeyPath } from './account-views.ts'
import { createOperatorPages, type OperatorPagesDeps } from './operator-page.ts'
import {
  createOperatorSessions,
  isOwnOrigin,
  isPrivate,
  type OperatorSession,
  type OperatorSessionsDeps,
  sessionSeconds,
} from './operator-session.ts'
import { createPageChanges, refuseUnknownPage } from './page-changes.ts'
import { createPageShell, type ShownPage, signOutPath } from './page-shell.ts'

export type OperatorRouterDeps = OperatorPagesDeps &
  OperatorSessionsDeps & { authenticate: OperatorAuth; audit: AuditLine; assets: PageAssets; logger: Logger }

const signInPath = '/operator/sign-in'

/** Makes the operator's page: HTML behind a session that begins with the operator's token. Origin and token of every form are checked. */
export function createOperatorRouter(deps: OperatorRouterDeps) {
  const { authenticate, audit, logger } = deps
  const sessions = createOperatorSessions(deps)
  const shown = createPageShell(deps.assets)
  const readRefusal = createReadRefusal(logger, 'operator page failed')
  const showPage = createOperatorPages(deps)
  const change = createPageChanges(deps)

  async function signIn({ request, server }: RouteContext, form: URLSearchParams): Promise<Response> {
    try {
      const headers = new Headers({ authorization: `Bearer ${(form.get('token') ?? '').trim()}` })
      const slot = authenticate(headers, server?.requestIP(request)?.address ?? 'unknown')
      audit(request, slot, 'sign in', { outcome: 'done' })
      return redirectToPage('/operator', [sessions.begin(request, slot)])
    } catch (error) {
      const { status, options } = toAppError(error)
      return shown(request, null, signInPage(options.detail), status)
    }
  }

  async function act(pathname: string, form: URLSearchParams, session: OperatorSession, request: Request) {
    if (pathname === signOutPath) return redirectToPage('/operator', [sessions.end(request)])
    try {
      const { action, seeOther: target, concerned } = await change(pathname, form, toActor(session.slot))
      audit(request, session.slot, action, { outcome: 'done', ...concerned })
      return redirectToPage(target)
    } catch (error) {
      const refusal = toAppErrorOfAction(error)
      audit(request, session.slot, 'form', { outcome: refusal instanceof AppError ? refusal.code : 'failed' })
      const page = refusal instanceof AppError ? await showRefused(session, pathname, form, refusal) : null
      if (!(refusal instanceof AppError) || page === null) throw refusal
      return shown(request, session, page, refusal.status)
    }
  }

  /** The page of a form with fields, with everything that was typed; null = its form has none, or the fault is not the operator's. */
  async function showRefused(session: OperatorSession, pathname: string, form: URLSearchParams, refusal: AppError) {
    if (refusal.status >= 500) return null
    const [, account] = /^(\/operator\/accounts\/[^/]+)\/plan$/.exec(pathname) ?? []
    const page = pathname === findKeyPath ? '/operator/keys' : account
    if (page === undefined) return null
    return showPage(session, page, new URLSearchParams(), { form, problem: refusal.options.detail })
  }

  function pageFor(context: RouteContext, session: OperatorSession | null): OfferedPage | Response {
    const { request } = context
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === signInPath) {
      return { takesForms: true, formToken: null, answer: ({ form }) => signIn(context, form ?? new URLSearchParams()) }
    }
    if (session === null) return shown(request, null, signInPage(null), 401)
    return {
      takesForms: true,
      formToken: session.formToken,
      async answer({ query, form }) {
        if (form !== null) return act(pathname, form, session, request)
        const page = await showPage(session, pathname, query)
        if (page === null) throw refuseUnknownPage()
        return shown(request, session, page)
      },
    }
  }

  function refused(request: Request, session: OperatorSession | null, thrown: unknown): Response {
    const error = readRefusal(toAppErrorOfAction(thrown), request)
    const content = html`<section>${renderProblem(error.options.detail)}<p><a class="btn second" href="/operator">Back to the accounts</a></p></section>`
    return addRetryAfter(shown(request, session, { title: 'The change was not made', content }, error.status), error)
  }

  /** Never throws. */
  return async function answerOperatorPage(context: RouteContext): Promise<Response> {
    const { request } = context
    const session = sessions.find(request)
    return answerPrivately({
      request,
      isPrivateConnection: isPrivate(request),
      plainHttp: () => shown(request, null, plainHttpPage, 403),
      personOf: async () => session,
      pageFor: (person) => pageFor(context, person),
      isOwnOrigin: (origin) => isOwnOrigin(origin, request),
      refused: (thrown) => refused(request, session, thrown),
    })
  }
}

/** @param refusal why the last attempt failed; the token itself is not written into the page */
function signInPage(refusal: string | null): ShownPage {
  const control = (attributes: Html) =>
    html`<input type="password" name="token" ${attributes} autocomplete="current-password" required>`
  return {
    title: 'Sign in',
    content: html`<section><form method="post" action="${signInPath}">${renderField({ id: 'token', label: 'Operator token', problem: refusal }, control)}<button class="btn">Sign in</button></form>
<p class="quiet">The value of OPERATOR_TOKEN. The session ends after ${sessionSeconds / 3_600} hours, or when the token is replaced.</p></section>`,
  }
}

const plainHttpPage: ShownPage = {
  title: 'The connection is not encrypted',
  content: html`<section><p>Someone on the network could read the operator token. Open this page on the machine itself (http://127.0.0.1), through an SSH tunnel, or through a proxy with TLS that sets X-Forwarded-Proto.</p></section>`,
}
