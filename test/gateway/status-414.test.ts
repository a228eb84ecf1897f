import { afterAll, beforeAll, expect, test } from 'bun:test'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { everyOperation } from './testing/operation-calls.ts'
import { asOf } from './testing/served-system-fixture.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ asOf })
})
afterAll(() => system.stop())

/** 8 KiB. */
const longest = 8_192

const lengthened = (path: string, length: number): string => `${path}?a=`.padEnd(length, 'x')

test.each(everyOperation)('%s: an address above 8 KiB is refused, one of 8 KiB is read', async (_, operation) => {
  const { path } = operation
  const tooLong = await system.get(lengthened(path, longest + 1))
  const { code, detail } = await problemOf(tooLong)
  expect([tooLong.status, code]).toEqual([414, 'uri_too_long'])
  expect(detail).toContain(String(longest))
  const read = await system.get(lengthened(path, longest))
  // The façade drops what it does not know.
  if (operation.isFacade) expect(read.status).toBe((await system.get(path)).status)
  else expect([read.status, (await problemOf(read)).code]).toEqual([400, 'unknown_parameter'])
})

test('an address above 8 KiB is refused on every path, with or without a key', async () => {
  for (const path of ['/v1/score/history', '/v1/nothing', '/docs', '/', `/${'x'.repeat(longest)}`]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      expect((await fetch(`${system.gatewayUrl}${lengthened(path, 12_000)}`, { method })).status).toBe(414)
    }
  }
})
