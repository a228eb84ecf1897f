import { expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import { callWith } from '../gateway/testing/operation-calls.ts'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import { type FieldCase, fieldCases, findUnrefused, unprintableTexts } from './testing/page-forms.ts'

const system = stopAtEnd(await startServedSystem({}))
const key = await system.createKey('scale')

test('no parameter of an operation accepts a control character, and the problem names the parameter', async () => {
  const found: string[] = []
  for (const operation of [...operations, getEvents]) {
    const send = ({ field, text }: FieldCase) => {
      const query = `${new URLSearchParams({ [field]: text })}`
      const call = operation.id === getEvents.id ? `${operation.path}?${query}` : callWith(operation, query)
      return fetch(`${system.gatewayUrl}${call}`, { headers: { 'x-api-key': key } })
    }
    found.push(...(await findUnrefused(fieldCases(operation.path, listParameterNames(operation)), send)))
  }
  expect(found).toEqual([])
})

test('a tool’s argument with a control character is refused, and the tool does not fail', async () => {
  const call = async (name: string, args: object) => {
    const response = await fetch(`${system.gatewayUrl}/mcp`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    return { status: response.status, text: await response.text() }
  }
  for (const text of [...unprintableTexts, 'a\ud800b']) {
    for (const [name, args] of [
      ['plan_load', { durationMinutes: 60, latest: text }],
      ['plan_load', { durationMinutes: 60, tariff: text }],
      ['history_summary', { from: text }],
      [text, {}],
    ] as const) {
      const { status, text: answer } = await call(name, args)
      expect([JSON.stringify([name, args]), status]).toEqual([JSON.stringify([name, args]), 200])
      expect(answer).toMatch(/"isError":true|"error":/)
      expect(answer).not.toContain('internal_error')
    }
  }
})
