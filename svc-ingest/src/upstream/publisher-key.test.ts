import { afterEach, expect, test } from 'bun:test'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import { countryIntensities } from '../sources/ember/country-intensities.ts'
import { readBaseUrls } from '../sources/publishers.ts'
import { startOperatorClient } from './testing/operator-client-fixture.ts'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

test('the key of a publisher is sent in the query, and is no part of the question that is archived', async () => {
  const received: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      received.push(new URL(request.url).pathname + new URL(request.url).search)
      return Response.json({ data: [] })
    },
  })
  servers.push(server)
  const baseUrls = { ...readBaseUrls({}), ember: new URL(`${server.url}mirror/`) }
  const client = startOperatorClient(server.url, undefined, { baseUrls, apiKeys: { ember: 'a key' } })
  const calls = [{ path: '/v1/yearly', query: { year: '2026' }, asked: {} }]
  const [payload] = await Array.fromAsync(client.fetch(countryIntensities, calls))
  expect(received).toEqual(['/mirror/v1/yearly?year=2026&api_key=a+key'])
  expect(payload?.answer.query).toEqual({})
})

test('a refusal that repeats the query shows neither the key of the publisher nor its encoded form', async () => {
  const key = 'k+y/1 2'
  const forms = [key, encodeURIComponent(key), 'k%2By%2F1+2']
  const bodyOf: Readonly<Record<string, (url: URL) => Response>> = {
    '/redirected': (url) => new Response(`<a href="${url.href}">moved</a>`, { status: 301 }),
    '/invalid': (url) => Response.json({ input: url.searchParams.get('api_key'), error: key }, { status: 422 }),
    '/too-many': (url) => new Response(`again: ${url.search} ${encodeURIComponent(key)}`, { status: 429 }),
  }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      return bodyOf[url.pathname]?.(url) ?? new Response('', { status: 404 })
    },
  })
  servers.push(server)
  const baseUrls = { ...readBaseUrls({}), ember: server.url }
  const client = startOperatorClient(server.url, undefined, { baseUrls, apiKeys: { ember: key } })
  for (const path of Object.keys(bodyOf)) {
    const failed = Array.fromAsync(client.fetch(countryIntensities, [{ path, query: {}, asked: {} }]))
    const error = await failed.catch((thrown: unknown) => thrown)
    if (!(error instanceof UpstreamError)) throw new Error(`${path} was answered`)
    expect(error.message).toContain('[key]')
    for (const form of forms) expect(`${error.message} ${error.body} ${error.code}`).not.toContain(form)
  }
})
