import { hideApiKeys } from '@hexawatt/shared/telemetry/hide-api-keys'
import type { Html } from '../../kit/html.ts'
import type { MemberRequest } from './member-page.ts'

/** The page that signs in, and leads signed-in members on. */
export const startPath = '/account'

/** A request for a page that needs no session; the form token belongs to a cookie of the browser. */
export type VisitorRequest = Omit<MemberRequest, 'member'> & {
  /** Keyed hashes of the client's address and of the wider blocks around it, narrowest first. */
  clientBlocks: readonly string[]
  /** Null without a session. */
  member: MemberRequest['member'] | null
}

/** An answer to a visitor, which may set cookies (`Set-Cookie` values). */
export type VisitorAnswer = { setCookies?: readonly string[] } & (
  | { seeOther: `/account${string}` }
  | { status: number; heading: string; content: Html }
)

/** A page that needs no session. @throws AppError, which is shown as a page */
export type VisitorPage = {
  path: `/account${string}`
  show(asked: VisitorRequest): Promise<VisitorAnswer>
  act: ((asked: VisitorRequest) => Promise<VisitorAnswer>) | null
}

/** Longest path that a sign-in returns to, characters. */
const maxReturnLength = 512

/** An account page, and a query of plain characters: nothing that a browser would read as another host or a path outside `/account`. */
const ownPathShape = /^\/account(?:\/[a-z][a-z-]*)*(?:\?[\w\-./=&%+:]*)?$/

/**
 * Where a sign-in leads to: an account page of the product, else the start page. Any other address is dropped, so that a link cannot lead to another site; so
 * is an address with an API key, which must not be repeated.
 */
export function returnPathOf(asked: string | null): `/account${string}` {
  if (asked === null || asked.length > maxReturnLength || !ownPathShape.test(asked)) return startPath
  if (hideApiKeys(asked) !== asked) return startPath
  return asked as `/account${string}`
}
