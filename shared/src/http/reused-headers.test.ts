import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createReusedHeaders, type HeaderValues } from './reused-headers.ts'

const makeHeaders = (values: HeaderValues): Headers => new Headers({ 'x-content-type-options': 'nosniff', ...values })

test('headers of a response are its own, whatever was sent before under its name', () => {
  const names = fc.constantFrom('etag', 'vary', 'cache-control', 'retry-after', 'content-type')
  const values = fc.dictionary(names, fc.constantFrom('a', 'b', 'c'), { maxKeys: 5 })
  const responses = fc.array(fc.tuple(fc.constantFrom('getScore', 'getCarbonIntensity'), values), { maxLength: 20 })
  fc.assert(
    fc.property(responses, (sent) => {
      const headersOf = createReusedHeaders(makeHeaders)
      for (const [operationId, own] of sent) {
        expect([...headersOf(operationId, own)]).toEqual([...makeHeaders(own)])
      }
    }),
  )
})
