import { type AnswerFacts, writeFacts } from './encoded-answer.ts'

/** Headers of a response with a body. They hold until the next call. */
export type HeadersOf = (requestId: string, facts: AnswerFacts) => Headers

/** What every response begins with. */
export const headerValues = (requestId: string): Record<string, string> => ({ 'x-request-id': requestId })

/**
 * Makes the headers of an operation's responses from those of its last one. Within a second only the request and the version change, and a
 * `Response` copies prepared headers in half the time that it takes to read them from an object.
 */
export function createLastHeaders(): HeadersOf {
  let last: { headers: Headers; requestId: string; facts: AnswerFacts } | null = null
  return function headersOf(requestId, facts) {
    if (last === null || !differOnlyInTag(last.facts, facts)) {
      const values = headerValues(requestId)
      writeFacts(values, facts)
      last = { headers: new Headers(values), requestId, facts }
      return last.headers
    }
    const { headers } = last
    if (last.requestId !== requestId) headers.set('x-request-id', requestId)
    if (last.facts.validators.etag !== facts.validators.etag) headers.set('etag', facts.validators.etag)
    last.requestId = requestId
    last.facts = facts
    return headers
  }
}

function differOnlyInTag(one: AnswerFacts, other: AnswerFacts): boolean {
  return (
    one.maxAgeSeconds === other.maxAgeSeconds &&
    one.validators['last-modified'] === other.validators['last-modified'] &&
    one.mode === other.mode &&
    one.isDegraded === other.isDegraded &&
    one.contentType === other.contentType &&
    one.language === other.language
  )
}
