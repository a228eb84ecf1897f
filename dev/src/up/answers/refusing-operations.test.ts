import { afterAll, expect, test } from 'bun:test'
import { operations } from '@hexawatt/shared/contract/operations'
import { createOperationCheck, listAskedOperations } from './refusing-operations.ts'

/** Stands for every program: what it refuses, and what it was asked. */
let refused: Record<string, string> = {}
let asked: { path: string; token: string | null }[] = []
const program = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname, search } = new URL(request.url)
    asked.push({ path: pathname + search, token: request.headers.get('x-token') })
    const detail = refused[pathname]
    return detail === undefined ? Response.json({}) : Response.json({ detail }, { status: 503 })
  },
})
afterAll(() => program.stop(true))

const url = `http://127.0.0.1:${program.port}`
const urls = { 'svc-carbon': url, 'svc-score': url, 'svc-history': url, gateway: url }
const check = () => createOperationCheck({ mode: 'demo', urls, serviceHeaders: { 'x-token': 'secret' } })

test('every operation of the contract is asked, except those that the gateway composes from others', () => {
  const left = operations.filter((operation) => !listAskedOperations('demo').includes(operation))
  expect(left.every(({ owner, needsKey }) => owner === 'gateway' && needsKey)).toBe(true)
  expect(listAskedOperations('demo').map(({ path }) => path)).toContain('/v1/tariff/outlook')
  expect(listAskedOperations('open').map(({ path }) => path)).not.toContain('/v1/grid/status')
})

test('an operation that does not answer is named with its reason until it does, and one that answered is not asked again', async () => {
  refused = { '/v1/tariff/outlook': 'No outlook reaches today.' }
  asked = []
  const refusing = check()
  expect(await refusing()).toEqual([{ path: '/v1/tariff/outlook', why: 'No outlook reaches today.' }])
  expect(asked).toHaveLength(listAskedOperations('demo').length)
  refused = {}
  asked = []
  await Bun.sleep(250)
  expect(await refusing()).toEqual([])
  expect(asked).toEqual([{ path: '/v1/tariff/outlook', token: 'secret' }])
})

test('the internal token is sent to the services and never to the public port', async () => {
  asked = []
  await check()()
  const owners = new Map(operations.map(({ path, owner }) => [path as string, owner]))
  for (const { path, token } of asked) {
    expect([path, token]).toEqual([path, owners.get(path.split('?')[0] ?? '') === 'gateway' ? null : 'secret'])
  }
})

test('a program that does not answer is named', async () => {
  const refusing = createOperationCheck({
    mode: 'demo',
    urls: { ...urls, 'svc-carbon': 'http://127.0.0.1:1' },
    serviceHeaders: {},
  })
  expect(await refusing()).toContainEqual({ path: '/v1/carbon/intensity', why: 'svc-carbon does not answer.' })
})
