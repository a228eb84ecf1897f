import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listOfferedTypes } from '@hexawatt/shared/contract/operations'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { type System, startSystem } from '../testing/system-fixture.ts'
import { everyOperation } from './testing/operation-calls.ts'
import { asOf } from './testing/served-system-fixture.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ asOf })
})
afterAll(() => system.stop())

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
