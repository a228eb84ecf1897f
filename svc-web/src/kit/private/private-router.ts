import { readFields } from '@hexawatt/shared/errors/printable-fields'
import { extractQuery } from '@hexawatt/shared/http/parse-query'
import { readOwnForm } from '../forms.ts'

/** Input of a page, after every check. */
export type CheckedRequest = {
  /** Parameters of the address; each of their texts is printable. */
  query: URLSearchParams
  /** The body of a POST, of printable texts; null otherwise. */
  form: URLSearchParams | null
}

/** A page as seen by the requesting person. */
export type OfferedPage = {
  /** Whether it accepts POST. */
  takesForms: boolean
  /** The token of this person's forms; null = there is no session yet, and forms carry none. */
  formToken: string | null
  /** @throws AppError for a refusal, or a fault */
  answer: (checked: CheckedRequest) => Promise<Response>
}

/** A request for a page of a member or of the operator, and its possible answers. */
export type PrivateExchange<Person> = {
  request: Request
  /** Whether the connection between the browser and this installation is private. */
  isPrivateConnection: boolean
  /** The page that explains why nothing is shown over a connection that others can read. */
  plainHttp: () => Response
  /** The signed-in person; null = none. @throws AppError */
  personOf: () => Promise<Person | null>
  /** The page for this person, or the answer that asks the person to sign in first. */
  pageFor: (person: Person | null) => OfferedPage | Response
  isOwnOrigin: (origin: string) => boolean
  /** The page for any error thrown by a step. */
  refused: (thrown: unknown) => Response
}

/**
 * Answers a request for a private page. Its steps, in this order: connection, texts of the address, session, origin, size and token of a form, page. Any
 * error becomes a page.
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
