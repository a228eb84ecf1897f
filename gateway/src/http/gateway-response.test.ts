import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createOneOffHeaders, responseHeaders } from './gateway-response.ts'

test('headers of a response that is sent once are its own, whatever was sent before under its name', () => {
  const names = fc.constantFrom('etag', 'vary', 'cache-control', 'retry-after', 'content-type')
  const values = fc.dictionary(names, fc.constantFrom('a', 'b', 'c'), { maxKeys: 5 })
  const responses = fc.array(fc.tuple(fc.constantFrom('getScore', 'getCarbonIntensity'), values), { maxLength: 20 })
  fc.assert(
    fc.property(responses, (sent) => {
      const headersOf = createOneOffHeaders()
      for (const [operationId, own] of sent) {
        expect([...headersOf(operationId, own)]).toEqual([...responseHeaders(own)])
      }
    }),
  )
})
