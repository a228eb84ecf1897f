import { describe, expect, test } from 'bun:test'
import { listOfferedTypes } from '@hexawatt/shared/contract/operations'
import { ProblemDetails } from '@hexawatt/shared/contract/problem'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import * as v from 'valibot'
import { everyOperation, goodCall } from './testing/operation-calls.ts'
import { portOf, rawRequest, readRaw, sendRaw } from './testing/raw-http.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'

const system = stopAtEnd(await startServedSystem())

/** Every registered method with a meaning for a resource, except the reading methods. */
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

describe.each(everyOperation)('%s', (_, operation) => {
  const offered: readonly string[] = listOfferedTypes(operation)

  test('a type that is not offered is refused, and the detail names the offered types', async () => {
    const refused = ['application/xml', 'image/*', 'text/html;q=1, application/json;q=0', 'text/*;q=0', 'nonsense']
    const foreign = ['text/csv', 'application/x-ndjson', 'text/calendar', 'text/json'].filter(
      (type) => !offered.includes(type),
    )
    for (const accept of [...refused, ...foreign]) {
      const response = await system.get(operation.path, { accept })
      const { code, detail } = await problemOf(response)
      expect([accept, response.status, code]).toEqual([accept, 406, 'not_acceptable'])
      for (const type of offered) expect(detail).toContain(type)
    }
  })

  test('every offered type is accepted, alone or among others', async () => {
    const usual = ['text/*', 'text/html, text/plain;q=0.5', 'APPLICATION/JSON']
    const ranges = ['*/*', 'application/xml, */*;q=0.1', ...(operation.exportedAs !== null ? [] : usual)]
    for (const accept of [...offered, ...ranges]) {
      expect((await system.get(operation.path, { accept })).status).not.toBe(406)
    }
  })
})

/** 8 KiB. */
const longestAddress = 8_192

const lengthened = (path: string, length: number): string => `${path}?a=`.padEnd(length, 'x')

test.each(everyOperation)('%s: an address above 8 KiB is refused, one of 8 KiB is read', async (_, operation) => {
  const { path } = operation
  const tooLong = await system.get(lengthened(path, longestAddress + 1))
  const { code, detail } = await problemOf(tooLong)
  expect([tooLong.status, code]).toEqual([414, 'uri_too_long'])
  expect(detail).toContain(String(longestAddress))
  const read = await system.get(lengthened(path, longestAddress))
  // The façade drops unknown parameters.
  if (operation.isFacade) expect(read.status).toBe((await system.get(path)).status)
  else expect([read.status, (await problemOf(read)).code]).toEqual([400, 'unknown_parameter'])
})

test('an address above 8 KiB is refused on every path, with or without a key', async () => {
  for (const path of ['/v1/score/history', '/v1/nothing', '/docs', '/', `/${'x'.repeat(longestAddress)}`]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      expect((await fetch(`${system.gatewayUrl}${lengthened(path, 12_000)}`, { method })).status).toBe(414)
    }
  }
})

/** 2 KiB. */
const longestHeader = 2_048

/** Values of each bounded header that ask for nothing else than an answer, of any length. */
const values = {
  Accept: (length: number) => '*/*'.padEnd(length, ';'),
  'If-None-Match': (length: number) => `"${'x'.repeat(length - 2)}"`,
  'If-Modified-Since': (length: number) => 'never'.padEnd(length, 'x'),
} as const
const names = Object.keys(values) as (keyof typeof values)[]

test.each(everyOperation)('%s: a header above 2 KiB is refused, one of 2 KiB is read', async (_, operation) => {
  for (const name of names) {
    for (const length of [longestHeader + 1, 15_900]) {
      const tooLarge = await system.get(goodCall(operation), { [name]: values[name](length) })
      const { code, detail } = await problemOf(tooLarge)
      expect([name, tooLarge.status, code]).toEqual([name, 431, 'header_too_large'])
      expect(detail).toBe(`The header ${name} has ${length} characters; at most ${longestHeader} are read.`)
    }
    const read = await system.get(goodCall(operation), { [name]: values[name](longestHeader) })
    expect([name, read.status]).toEqual([name, 200])
    await read.body?.cancel()
  }
})

test('all accepted headers together with the longestHeader address fit into what a service reads', async () => {
  const headers = {
    'if-none-match': values['If-None-Match'](longestHeader),
    'if-modified-since': 'x'.repeat(longestHeader),
  }
  const longestQuery = `/v1/score/history?profile=${'x'.repeat(longestAddress - 26)}`
  const answer = await system.get(longestQuery, headers)
  expect([answer.status, (await problemOf(answer)).code]).toEqual([400, 'unknown_profile'])
})

test('a header above 2 KiB is refused on every path, with or without a key', async () => {
  for (const path of ['/v1/score/history', '/v1/nothing', '/docs', '/']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const headers = { 'if-none-match': values['If-None-Match'](longestHeader + 1) }
      expect((await fetch(`${system.gatewayUrl}${path}`, { method, headers })).status).toBe(431)
    }
  }
})
