import { describe, expect, test } from 'bun:test'
import { createApiKey } from '@hexawatt/shared/keys/api-key'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { startSystem } from '../testing/system-fixture.ts'
import { documentedCodes, everyOperation } from './testing/operation-calls.ts'
import { refusedQueries } from './testing/refused-queries.ts'
import { asOf } from './testing/served-system-fixture.ts'
import { shownLimits } from './testing/shown-limits.ts'

/** Nothing is stored: a faulty request is refused before any data are read. */
const system = stopAtEnd(await startSystem({ asOf }))
const key = await system.createKey('scale')

describe.each(everyOperation)('%s', (_, operation) => {
  test('400 has every documented code, and its detail names the parameter, what came and what is accepted', async () => {
    const met = new Set<string>()
    for (const { query, code, named } of refusedQueries(operation)) {
      const response = await system.get(`${operation.path}?${query}`)
      const problem = await problemOf(response)
      expect([query, response.status, problem.code]).toEqual([query, 400, code])
      expect({ detail: problem.detail, missing: named.filter((word) => !problem.detail.includes(word)) }).toMatchObject(
        {
          missing: [],
        },
      )
      expect(problem.instance).toBe(operation.path)
      met.add(problem.code)
    }
    expect([...met].toSorted()).toEqual(documentedCodes(operation, 400))
  })

  // The façade ignores unknown parameters: test/exports/electricity-maps-rights.test.ts holds both for it.
  test.skipIf(operation.isFacade)('400 counts against the minute, and never against the month', async () => {
    const headers = { 'x-api-key': await system.createKey('pro') }
    const remaining: [number, number | undefined][] = []
    for (let asked = 0; asked < 3; asked++) {
      const { minute, month } = shownLimits((await system.get(`${operation.path}?hour=1`, headers)).headers)
      remaining.push([minute.remaining, month?.remaining])
    }
    const [first = 0] = remaining[0] ?? []
    const ofMonth = operation.needsKey ? 30_000 : undefined
    expect(remaining).toEqual([0, 1, 2].map((passed) => [first - passed, ofMonth]))
  })

  test.skipIf(listParameterNames(operation).length === 0)(
    'a key as the value of a parameter is refused with the reason, reaches no service, and is not repeated',
    async () => {
      const [name] = listParameterNames(operation)
      for (const sent of [key, key.toUpperCase(), key.replace('_', '%5F'), key.replace('_', '%255F'), `a${key}`]) {
        const response = await system.get(`${operation.path}?${name}=${sent}`, { 'x-api-key': key })
        const problem = await problemOf(response)
        expect([sent, response.status, problem.code]).toEqual([sent, 400, 'invalid_parameter'])
        expect(problem.detail).toContain(`"${name}"`)
        expect(problem.detail).toContain('A key in the address is not accepted')
        expect(JSON.stringify(problem).toLowerCase()).not.toContain(key.slice(4))
      }
    },
  )

  test.skipIf(operation.isFacade)(
    'a key in the query is refused like any unknown parameter, also next to a valid one, and is not repeated',
    async () => {
      for (const secret of [key, createApiKey()]) {
        for (const query of [`x-api-key=${secret}`, `apikey=${secret}`, `${secret}=1`, `hours=1&key=x${secret}`]) {
          const response = await system.get(`${operation.path}?${query}`, { 'x-api-key': key })
          const shown = JSON.stringify([...response.headers]) + (await response.clone().text())
          expect((await problemOf(response)).code).toBe('unknown_parameter')
          expect(shown).not.toContain(secret.slice(4))
        }
      }
    },
  )
})

test('a badge and a card with an unknown parameter or value are 400 with what came and what is accepted, before there are data', async () => {
  for (const [address, ...named] of [
    ['/badge.svg?metric=price', 'metric', 'price', 'score or carbon'],
    ['/badge.svg?colour=red', 'colour', 'red', 'metric, lang, theme, style'],
    ['/embed?lang=de', 'lang', 'de', 'fr or en'],
  ] as const) {
    const response = await fetch(`${system.gatewayUrl}${address}`)
    const { detail } = await problemOf(response)
    expect([address, response.status, named.filter((word) => !detail.includes(word))]).toEqual([address, 400, []])
  }
  expect(await (await fetch(`${system.gatewayUrl}/badge.svg`)).text()).toContain('pas de donnée')
})
