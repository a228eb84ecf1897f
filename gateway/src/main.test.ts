import { expect, test } from 'bun:test'
import { storeTestKey } from '@hexawatt/shared/testing/key-fixture'
import { testInternalToken } from './testing/gateway-fixture.ts'
import { startStandInService } from './testing/stand-in-service.ts'
import { useGatewayPrograms } from './testing/use-gateway.ts'

const { sql, service, startProgram, settings } = await useGatewayPrograms()
const { key } = await storeTestKey({ sql })

const askCarbon = (url: string, query = '') =>
  fetch(`${url}/v1/carbon/intensity${query}`, { headers: { 'x-api-key': key } })

test('after SIGTERM running requests finish, new ones are refused, and the exit code is 0', async () => {
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  service.answerWith(async () => {
    asked.resolve()
    await release.promise
    return Response.json({ slow: true })
  })
  const { child, url, output } = await startProgram(await settings())
  const running = askCarbon(url)
  await asked.promise
  child.kill('SIGTERM')
  await output.lineWith('stopping')
  await expect(fetch(`${url}/api/status`, { headers: { connection: 'close' } })).rejects.toThrow()
  release.resolve()
  const response = await running
  expect([response.status, await response.json()]).toEqual([200, { slow: true }])
  expect(await child.exited).toBe(0)
})

test('a draining gateway is not ready, answers every request and closes its connection', async () => {
  service.answerWith(() => Response.json({ still: 'here' }))
  const { child, url, internalUrl, output } = await startProgram({ ...(await settings()), DRAIN_MS: '300000' })
  child.kill('SIGTERM')
  await output.lineWith('stopping')
  expect((await fetch(`${internalUrl}/readyz/accepting`)).status).toBe(503)
  for (const path of ['/v1/carbon/intensity', '/nothing']) {
    const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
    expect([response.status, response.headers.get('connection')]).toEqual([path === '/nothing' ? 404 : 200, 'close'])
  }
})

test('the gateway exits when its launcher’s pipe ends', async () => {
  const { child } = await startProgram({ ...(await settings()), EXIT_WITH_STDIN: '1' })
  child.stdin.end()
  expect(await child.exited).toBe(0)
})

test('neither key nor query reaches the log', async () => {
  service.answerWith(() => Response.json({}))
  const { child, url, output } = await startProgram(await settings())
  await askCarbon(url)
  await askCarbon(url, `?token=${key}&word=inquery`)
  await fetch(`${url}/v1/${key}`)
  child.kill('SIGTERM')
  const log = await output.all()
  expect(log).toContain('/v1/carbon/intensity')
  for (const secret of [key.slice(4), 'inquery', testInternalToken]) expect(log).not.toContain(secret)
})

test('health, readiness and metrics are on the internal port only', async () => {
  service.answerWith(() => new Response('ok'))
  const { child, url, internalUrl } = await startProgram(await settings())
  expect(await (await fetch(`${internalUrl}/healthz`)).text()).toBe('ok')
  expect(await (await fetch(`${internalUrl}/readyz`)).json()).toEqual({ ready: true, failing: [], zone: 'FR' })
  expect(await (await fetch(`${internalUrl}/metrics`)).text()).toContain('process_resident_memory_bytes')
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(404)
  child.kill('SIGTERM')
  await child.exited
})

test('service calls bypass the proxy of the environment, which would see the internal token', async () => {
  const proxy = startStandInService()
  service.answerWith(() => new Response('ok'))
  const { child, url, internalUrl } = await startProgram({ ...(await settings()), HTTP_PROXY: proxy.url })
  expect((await fetch(`${internalUrl}/readyz`)).status).toBe(200)
  expect((await askCarbon(url)).status).toBe(200)
  expect(proxy.requests.map((request) => request.url)).toEqual([])
  child.kill('SIGTERM')
  await child.exited
  await proxy.stop()
})

test('the gateway starts without its service, Redis and Postgres, and readiness names them', async () => {
  const { child, internalUrl } = await startProgram({
    ...(await settings()),
    SVC_CARBON_URL: 'http://127.0.0.1:1',
    SVC_SCORE_URL: 'http://127.0.0.1:1',
    SVC_HISTORY_URL: 'http://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  })
  const response = await fetch(`${internalUrl}/readyz`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    ready: false,
    failing: ['postgres', 'redis', 'svc-carbon', 'svc-score', 'svc-history'],
    zone: 'FR',
  })
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

test('an unusable configuration is reported completely without its values, with exit code 1', async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/main.ts`], {
    env: { INTERNAL_TOKEN: 'too-short-secret', TRUSTED_PROXIES: 'my-proxy', PLANS_FILE: '/nowhere/plans.json' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const text = await child.stderr.text()
  expect(await child.exited).toBe(1)
  for (const name of [
    'DATABASE_URL',
    'REDIS_URL',
    'INTERNAL_TOKEN',
    'SVC_CARBON_URL',
    'SVC_SCORE_URL',
    'SVC_HISTORY_URL',
    'TRUSTED_PROXIES: expected "my-proxy" is neither',
    'PLANS_FILE: expected PLANS_FILE /nowhere/plans.json cannot be read',
  ])
    expect(text).toContain(name)
  expect(text).not.toContain('too-short-secret')
})
