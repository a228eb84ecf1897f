import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AnswerFacts, writeFacts } from './encoded-answer.ts'
import { createLastHeaders, headerValues } from './last-headers.ts'

const facts: fc.Arbitrary<AnswerFacts> = fc.record(
  {
    mode: fc.constantFrom('live', 'demo', null),
    isDegraded: fc.boolean(),
    validators: fc.record({
      etag: fc.constantFrom('W/"a"', 'W/"b"'),
      'last-modified': fc.constantFrom('Wed, 15 Jan 2025 14:20:00 GMT', 'Wed, 15 Jan 2025 14:30:00 GMT'),
    }),
    maxAgeSeconds: fc.constantFrom(59, 60),
    contentType: fc.constantFrom('application/json', 'text/calendar'),
  },
  { requiredKeys: ['mode', 'isDegraded', 'validators', 'maxAgeSeconds'] },
)

test('headers of a response are its own, whatever was sent before it', () => {
  const responses = fc.array(fc.tuple(fc.constantFrom('request-0001', 'request-0002'), facts), { maxLength: 20 })
  fc.assert(
    fc.property(responses, (sent) => {
      const headersOf = createLastHeaders()
      for (const [requestId, own] of sent) {
        const expected = headerValues(requestId)
        writeFacts(expected, own)
        expect([...headersOf(requestId, own)]).toEqual([...new Headers(expected)])
      }
    }),
    { numRuns: 1_000 },
  )
})
