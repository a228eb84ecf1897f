import { readFields } from '@hexawatt/shared/errors/printable-fields'
import { queryText } from '@hexawatt/shared/http/parse-query'
import type { WebClient } from '@hexawatt/shared/http/web-request'
import { removeApiKeys } from '@hexawatt/shared/keys/remove-api-keys'
import { type PageRoute, privateMethods } from '../../http/page-routes.ts'
import { createFormat } from '../../kit/format.ts'
import { type Preferences, readPreferences } from '../../kit/preferences.ts'
import { privateHeaders, seeOther } from '../../kit/private-responses.ts'
import type { CookieRules } from '../../session/cookie-rules.ts'
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

/** A request that may be answered. */
type Asked = { request: Request; client: WebClient; query: URLSearchParams; preferences: Preferences }

/** Name of the cookie that forms before signing in belong to. */
const visitorCookie = 'hexawatt-visitor'
const visitorShape = /^[\w-]{22}$/

type AccountPage = { isForMembers: true; page: MemberPage } | { isForMembers: false; page: VisitorPage }

/**
 * Makes what is served under `/account`. Each answer is for one browser only: it is never cached, and other sites may neither
 * read it nor send a form here.
 */
export function createAccountRoutes(deps: AccountRoutesDeps): PageRoute[] {
  const { memberOf, responses, guard, cookies, limits } = deps

  function answerMember({ request, client, query, preferences }: Asked, page: MemberPage, member: Member | null) {
    if (member === null) return seeOther(signInFor(request.url, page.path))
    return answerForm({ request, client }, page, ownerOf(member), async (formToken, form) => {
      const { language } = preferences
      const asked = { request, query, member, language, format: createFormat(language), formToken, form }
      const heading = page.navigation?.[language] ?? accountTexts[language].heading
      const signedIn = { member, formToken }
      const framed = { request, path: page.path, preferences, heading, signedIn }
      if (form === null) return responses.shown(framed, await page.show(asked))
      // A page without `act` has no POST among its methods.
      const acted = await page.act?.(asked)
      if (acted === undefined || 'seeOther' in acted) {
        return seeOther(acted?.seeOther ?? page.path, acted?.setCookies)
      }
      return responses.framed({ ...framed, content: acted.content }, acted.status)
    })
  }

  /** Pages before signing in. Their forms belong to a cookie that the first page sets. */
  function answerVisitor({ request, client, query, preferences }: Asked, page: VisitorPage, member: Member | null) {
    const name = cookies.nameOf(visitorCookie)
    const sent = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(name) ?? ''
    const isKnown = visitorShape.test(sent)
    const visitor = isKnown
      ? sent
      : crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: 'base64url', omitPadding: true })
    return answerForm(
      { request, client },
      page,
      member === null ? `visitor ${visitor}` : ownerOf(member),
      async (formToken, form) => {
        const { language } = preferences
        const clientBlocks = [client.id, ...client.wider.map(({ id }) => id)]
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
        const setCookies = 'setCookies' in acted && acted.setCookies !== undefined ? [...acted.setCookies] : []
        if (!isKnown && member === null) setCookies.push(`${name}=${visitor}${cookies.attributes(null)}`)
        if ('seeOther' in acted) return seeOther(acted.seeOther, setCookies)
        const framed = { request, path: page.path, preferences, ...acted, signedIn: null }
        return responses.framed(framed, acted.status, setCookies)
      },
    )
  }

  /** Checks origin, body and form token of a POST before it is acted upon. */
  async function answerForm(
    { request, client }: Pick<Asked, 'request' | 'client'>,
    { act }: Pick<MemberPage | VisitorPage, 'act'>,
    owner: string,
    answer: (formToken: string, form: URLSearchParams | null) => Promise<Response>,
  ): Promise<Response> {
    const formToken = guard.tokenOf(owner)
    if (request.method !== 'POST' || act === null) return answer(formToken, null)
    return answer(formToken, await guard.readForm(request, client, owner))
  }

  async function answer(request: Request, client: WebClient, { isForMembers, page }: AccountPage): Promise<Response> {
    const preferences = readPreferences(request)
    const place = { request, path: page.path, preferences }
    try {
      if (!client.isPrivateConnection) return responses.plainHttp(place)
      if (memberOf === null) return responses.off(place)
      const query = readFields('Query parameter', queryText(request.url))
      const member = await memberOf(request)
      if (member !== null) await limits.takeMember(member)
      const asked = { request, client, query, preferences }
      return await (isForMembers ? answerMember(asked, page, member) : answerVisitor(asked, page, member))
    } catch (error) {
      return responses.refused(place, error)
    }
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

const shownMethods = privateMethods(['GET', 'HEAD', 'OPTIONS'], privateHeaders)
const formMethods = privateMethods(['GET', 'HEAD', 'POST', 'OPTIONS'], privateHeaders)

/** The owner of a member's forms: a new session makes the forms of the former session void. */
const ownerOf = ({ sessionId }: Member): string => `session ${sessionId}`

/** Where a visitor signs in first, and comes back from. */
function signInFor(url: string, path: string): `/account${string}` {
  const query = removeApiKeys(queryText(url))
  return `${startPath}?${new URLSearchParams({ return: query === '' ? path : `${path}?${query}` })}`
}
