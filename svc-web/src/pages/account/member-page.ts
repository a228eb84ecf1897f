import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Format } from '../../kit/format.ts'
import type { Html } from '../../kit/html.ts'
import type { Download } from '../../kit/private/private-responses.ts'
import type { Member } from '../../session/member.ts'

/** Path of the form that ends the session. */
export const signOutPath = '/account/sign-out'

/** A request of a signed-in member; for a POST, origin, size and form token are checked. */
export type MemberRequest = {
  request: Request
  /** Parameters of the address; each of their texts is printable. */
  query: URLSearchParams
  member: Member
  language: Language
  format: Format
  /** Token of every form of the page: `renderFormToken` writes it. */
  formToken: string
  /** The body of a POST, of printable texts; null otherwise. */
  form: URLSearchParams | null
}

/** After a POST: 303 to a page of this site, or the page itself, such as one that shows a new key once. Neither is cached. */
export type Acted =
  | { seeOther: `/account${string}`; setCookies?: readonly string[] }
  | { status: 200 | 400 | 403 | 409 | 429; content: Html }

/** A page of a signed-in member. The router checks session, origin and form token before it calls the page. */
export type MemberPage = {
  path: `/account/${string}`
  /** Its name in the navigation, in the order of the list, and its heading; null = not in the navigation. */
  navigation: Record<Language, string> | null
  /** The page of the navigation that it belongs to, with whose heading it is shown; absent = none. */
  partOf?: MemberPage
  /** Content of `<main>`: sections. @throws AppError, which is shown as a page */
  show(asked: MemberRequest): Promise<Html | Download>
  /** Answers a POST; null = the page accepts none. @throws AppError, which is shown as a page */
  act: ((asked: MemberRequest) => Promise<Acted>) | null
}
