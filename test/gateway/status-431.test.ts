import { afterAll, beforeAll, expect, test } from 'bun:test'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import type { System } from '../testing/system-fixture.ts'
import { everyOperation, goodCall } from './testing/operation-calls.ts'
import { startServedSystem } from './testing/served-system-fixture.ts'

let system: System
beforeAll(async () => {
  system = await startServedSystem()
})
afterAll(() => system.stop())

/** 2 KiB. */
const longest = 2_048

/** Values of each bounded header that ask for nothing else than an answer, of any length. */
const values = {
  Accept: (length: number) => '*/*'.padEnd(length, ';'),
  'If-None-Match': (length: number) => `"${'x'.repeat(length - 2)}"`,
  'If-Modified-Since': (length: number) => 'never'.padEnd(length, 'x'),
} as const
const names = Object.keys(values) as (keyof typeof values)[]

test.each(everyOperation)('%s: a header above 2 KiB is refused, one of 2 KiB is read', async (_, operation) => {
  for (const name of names) {
    for (const length of [longest + 1, 15_900]) {
      const tooLarge = await system.get(goodCall(operation), { [name]: values[name](length) })
      const { code, detail } = await problemOf(tooLarge)
      expect([name, tooLarge.status, code]).toEqual([name, 431, 'header_too_large'])
      expect(detail).toBe(`The header ${name} has ${length} characters; at most ${longest} are read.`)
    }
    const read = await system.get(goodCall(operation), { [name]: values[name](longest) })
    expect([name, read.status]).toEqual([name, 200])
    await read.body?.cancel()
  }
})

test('all accepted headers together with the longest address fit into what a service reads', async () => {
  const headers = { 'if-none-match': values['If-None-Match'](longest), 'if-modified-since': 'x'.repeat(longest) }
  const longestQuery = `/v1/score/history?profile=${'x'.repeat(8_192 - 26)}`
  const answer = await system.get(longestQuery, headers)
  expect([answer.status, (await problemOf(answer)).code]).toEqual([400, 'unknown_profile'])
})

test('a header above 2 KiB is refused on every path, with or without a key', async () => {
  for (const path of ['/v1/score/history', '/v1/nothing', '/docs', '/']) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const headers = { 'if-none-match': values['If-None-Match'](longest + 1) }
      expect((await fetch(`${system.gatewayUrl}${path}`, { method, headers })).status).toBe(431)
    }
  }
})
