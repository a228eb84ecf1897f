import { extractQuery } from '@hexawatt/shared/http/parse-query'
import type { WebClient } from '@hexawatt/shared/http/web-request'
import { removeApiKeys } from '@hexawatt/shared/keys/key-in-address'
import { makePrivateMethods, type PageRoute } from '../../http/page-routes.ts'
import { createFormat } from '../../kit/format.ts'
import { type Preferences, readPreferences } from '../../kit/preferences.ts'
import { privateHeaders, redirectToPage } from '../../kit/private/private-responses.ts'
import { answerPrivately, type OfferedPage } from '../../kit/private/private-router.ts'
import { type CookieRules, visitorCookie } from '../../session/cookie-rules.ts'
import type { FormGuard } from '../../session/form-guard.ts'
import type { Member } from '../../session/member.ts'
import type { AccountResponses } from './account-responses.ts'
import { accountTexts } from './account-texts.ts'
import type { MemberPage } from './member-page.ts'
import type { PageLimits } from './page-limits.ts'
import { startPath, type VisitorPage } from './visitor-page.ts'

export type AccountRoutesDeps = {
  /** Null where accounts are not open. */
  memberOf: ((request: Request) => Promise<Member | null>) | null
  pages: readonly MemberPage[]
  visitorPages: readonly VisitorPage[]
  responses: AccountResponses
  guard: FormGuard
  cookies: CookieRules
  limits: Pick<PageLimits, 'takeMember'>
}

const visitorShape = /^[\w-]{22}$/

/** A browser before signing in. */
type Visitor = {
  id: string
  /** `Set-Cookie` of the id; null = the browser has it. */
  setCookie: string | null
}

/** A request for a page, and everything its answer depends on. */
type Asked = { request: Request; client: WebClient; preferences: Preferences; visitor: Visitor }

type AccountPage = { isForMembers: true; page: MemberPage } | { isForMembers: false; page: VisitorPage }

/**
 * Makes everything served under `/account`. Each answer is for one browser only: it is never cached, and other sites may neither read it nor send a form
 * here.
 */
export function createAccountRoutes(deps: AccountRoutesDeps): PageRoute[] {
  const { memberOf, responses, guard, cookies, limits } = deps

  /** A page for a member; its forms belong to the session. */
  function makeMemberPage({ request, preferences }: Asked, page: MemberPage, member: Member): OfferedPage {
    const formToken = guard.tokenOf(toFormOwner(member))
    const { language } = preferences
    const area = page.partOf ?? page
    const heading = area.navigation?.[language] ?? accountTexts[language].heading
    const framed = { request, path: page.path, area: area.path, preferences, heading, signedIn: { member, formToken } }
    return {
      takesForms: page.act !== null,
      formToken,
      async answer({ query, form }) {
        const asked = { request, query, member, language, format: createFormat(language), formToken, form }
        if (form === null) return responses.shown(framed, await page.show(asked))
        const acted = await page.act?.(asked)
        if (acted === undefined || 'seeOther' in acted)
          return redirectToPage(acted?.seeOther ?? page.path, acted?.setCookies)
        return responses.framed({ ...framed, content: acted.content, isRefusal: acted.status >= 400 }, acted.status)
      },
    }
  }

  /** A page for all visitors; before signing in, its forms belong to a cookie that the first page sets. */
  function makeVisitorPage(
    { request, client, preferences, visitor }: Asked,
    page: VisitorPage,
    member: Member | null,
  ): OfferedPage {
    const formToken = guard.tokenOf(member === null ? `visitor ${visitor.id}` : toFormOwner(member))
    const { language } = preferences
    const clientBlocks = [client.id, ...client.wider.map(({ id }) => id)]
    return {
      takesForms: page.act !== null,
      formToken,
      async answer({ query, form }) {
        const asked = {
          clientBlocks,
          request,
          query,
          member,
          language,
          format: createFormat(language),
          formToken,
          form,
        }
        const acted = form === null || page.act === null ? await page.show(asked) : await page.act(asked)
        const setCookies = [...(acted.setCookies ?? [])]
        if (visitor.setCookie !== null && member === null) setCookies.push(visitor.setCookie)
        if ('seeOther' in acted) return redirectToPage(acted.seeOther, setCookies)
        const isRefusal = acted.status >= 400
        const framed = { request, path: page.path, preferences, ...acted, isRefusal, signedIn: null }
        return responses.framed(framed, acted.status, setCookies)
      },
    }
  }

  /** The requesting browser; a new visitor when the request has no visitor cookie. */
  function readVisitor(request: Request): Visitor {
    const name = cookies.nameOf(visitorCookie)
    const sent = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name) ?? ''
    if (visitorShape.test(sent)) return { id: sent, setCookie: null }
    const id = crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
    return { id, setCookie: `${name}=${id}${cookies.attributes(null)}` }
  }

  async function answer(request: Request, client: WebClient, { isForMembers, page }: AccountPage): Promise<Response> {
    const preferences = readPreferences(request)
    const place = { request, path: page.path, preferences }
    const asked = { request, client, preferences, visitor: readVisitor(request) }
    return answerPrivately<Member>({
      request,
      isPrivateConnection: client.isPrivateConnection,
      plainHttp: () => responses.renderPlainHttp(place),
      async personOf() {
        const member = (await memberOf?.(request)) ?? null
        if (member !== null) await limits.takeMember(member)
        return member
      },
      pageFor(member) {
        if (memberOf === null) return responses.off(place)
        if (!isForMembers) return makeVisitorPage(asked, page, member)
        return member === null ? redirectToPage(signInFor(request.url, page.path)) : makeMemberPage(asked, page, member)
      },
      isOwnOrigin: (origin) => guard.isOwnOrigin(origin, client),
      refused: (thrown) => responses.refused(place, thrown),
    })
  }

  const accountPages: AccountPage[] = [
    ...deps.visitorPages.map((page) => ({ isForMembers: false, page }) as const),
    ...deps.pages.map((page) => ({ isForMembers: true, page }) as const),
  ]
  return accountPages.map((accountPage) => ({
    path: accountPage.page.path,
    methods: accountPage.page.act === null ? shownMethods : formMethods,
    answer: (request, client) => answer(request, client, accountPage),
  }))
}

const shownMethods = makePrivateMethods(['GET', 'HEAD', 'OPTIONS'], privateHeaders)
const formMethods = makePrivateMethods(['GET', 'HEAD', 'POST', 'OPTIONS'], privateHeaders)

/** The owner of a member's forms: a new session invalidates the forms of the previous session. */
const toFormOwner = ({ sessionId }: Member): string => `session ${sessionId}`

/** Where a visitor signs in first, and then returns from. */
function signInFor(url: string, path: string): `/account${string}` {
  const query = removeApiKeys(extractQuery(url))
  return `${startPath}?${new URLSearchParams({ return: query === '' ? path : `${path}?${query}` })}`
}
