import { readFields } from '@hexawatt/shared/errors/printable-fields'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { readOwnForm } from './forms.ts'

/** What a page is answered from, after every check. */
export type CheckedRequest = {
  /** Parameters of the address; each of their texts is printable. */
  query: URLSearchParams
  /** The body of a POST, of printable texts; null otherwise. */
  form: URLSearchParams | null
}

/** A page as the person who asks may have it. */
export type OfferedPage = {
  /** Whether it answers POST. */
  takesForms: boolean
  /** The token that its forms carry for this person; null = there is no session yet, and they carry none. */
  formToken: string | null
  /** @throws AppError for a refusal, or a fault */
  answer: (checked: CheckedRequest) => Promise<Response>
}

/** A request for a page of a member or of the operator, and what it may be answered with. */
export type PrivateExchange<Person> = {
  request: Request
  /** Whether no one between the browser and this installation can read the request. */
  isPrivateConnection: boolean
  /** The page that says why nothing is shown over a connection that others can read. */
  plainHttp: () => Response
  /** Who is signed in; null = no one. @throws AppError */
  personOf: () => Promise<Person | null>
  /** The page for this person, or the answer that asks for signing in first. */
  pageFor: (person: Person | null) => OfferedPage | Response
  isOwnOrigin: (origin: string) => boolean
  /** The page for whatever a step threw. */
  refused: (thrown: unknown) => Response
}

/**
 * Answers a request for a private page. Its steps, in this order: the connection, the texts of the address, who asks, the origin, size and token of a form,
 * the page. Whatever a step throws becomes a page.
 */
export async function answerPrivately<Person>(exchange: PrivateExchange<Person>): Promise<Response> {
  const { request, isPrivateConnection, plainHttp, personOf, pageFor, isOwnOrigin, refused } = exchange
  if (!isPrivateConnection) return plainHttp()
  try {
    const query = readFields('Query parameter', extractQuery(request.url))
    const page = pageFor(await personOf())
    if (page instanceof Response) return page
    const isForm = request.method === 'POST' && page.takesForms
    const form = isForm ? await readOwnForm(request, { isOwnOrigin, formToken: page.formToken }) : null
    return await page.answer({ query, form })
  } catch (thrown) {
    return refused(thrown)
  }
}
