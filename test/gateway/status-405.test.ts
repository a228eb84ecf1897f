import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import * as v from 'valibot'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { everyOperation } from './testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from './testing/raw-http.ts'
import { asOf } from './testing/served-system-fixture.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ asOf })
})
afterAll(() => system.stop())

/** Every method of the registry that has a meaning for a resource, beside those that read. */
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE']

const isRefusal = (status: number, body: string): boolean =>
  status === 405 && v.parse(ProblemDetails, JSON.parse(body)).code === 'method_not_allowed'

test.each(everyOperation)('%s: can only be read, with or without a key', async (_, { path }) => {
  const headers = [[], [`x-api-key: ${await system.createKey('scale')}`], ['content-length: 2']]
  for (const method of methods) {
    for (const sent of headers) {
      const request = rawRequest(`${method} ${path} HTTP/1.1`, sent) + (sent[0]?.startsWith('content') ? '{}' : '')
      const answer = readRaw(await sendRaw(portOf(system.gatewayUrl), request))
      expect({ method, sent, answer, isRefusal: isRefusal(answer.status, answer.body) }).toMatchObject({
        isRefusal: true,
      })
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    }
  }
})
