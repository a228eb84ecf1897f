import { afterEach, expect, test } from 'bun:test'
import { startOperatorClient } from '../../upstream/testing/operator-client-fixture.ts'
import { readBaseUrls } from '../publishers.ts'
import { emissionFactors } from './emission-factors.ts'
import page from './fixtures/page.json'

const servers: Bun.Server<undefined>[] = []
afterEach(() => servers.splice(0).map((server) => server.stop(true)))

/** An open data portal whose pages name this as their next page; it records its requests. */
function startPortal(nextOf: (requests: number, origin: string) => string | null) {
  const asked: URL[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url)
      if (!url.pathname.endsWith('/lines'))
        return Response.json({ title: 'Base carbone®', file: { name: 'Base_V23.6.csv' } })
      asked.push(url)
      return Response.json({ ...page, next: nextOf(asked.length, url.origin) })
    },
  })
  servers.push(server)
  return { asked, url: server.url }
}

/** The answers of one poll of a portal. */
function poll(url: URL) {
  const client = startOperatorClient(url, undefined, { baseUrls: { ...readBaseUrls({}), ademe: url } })
  const context = { now: Temporal.Instant.from('2026-02-03T12:00:00Z'), lastSuccess: null, newestSlotEnd: null }
  return Array.fromAsync(client.fetch(emissionFactors, emissionFactors.calls(context)))
}

test('all pages are read together, and the version is read from the name of the file', async () => {
  const { asked, url } = startPortal((requests, origin) =>
    requests < 3 ? `${origin}/data-fair/api/v1/datasets/base-carboner/lines?after=${requests}` : null,
  )
  const [payload, ...others] = await poll(url)
  expect([payload?.answer.pages?.length, others]).toEqual([3, []])
  expect(asked[0]?.searchParams.get('Type_Ligne_eq')).toBe('Elément')
  expect(asked[0]?.searchParams.get('select')).toContain("Identifiant_de_l'élément")
  expect(asked[2]?.searchParams.get('after')).toBe('2')
})

test('a next page on another host is requested from the publisher’s own host, because the address came from outside', async () => {
  const { asked, url } = startPortal((requests) =>
    requests < 2 ? 'http://192.0.2.1/data-fair/api/v1/datasets/base-carboner/lines?after=x' : null,
  )
  await poll(url)
  expect(asked.map(({ host }) => host)).toEqual([url.host, url.host])
})

test('a mirror with a path is asked for its next page below that path, whether or not the page names it', async () => {
  for (const prefix of ['', '/mirror']) {
    const { asked, url } = startPortal((requests, origin) =>
      requests < 2 ? `${origin}${prefix}/data-fair/api/v1/datasets/base-carboner/lines?after=x` : null,
    )
    await poll(new URL('/mirror', url))
    const path = '/mirror/data-fair/api/v1/datasets/base-carboner/lines'
    expect(asked.map(({ pathname }) => pathname)).toEqual([path, path])
    expect(asked[1]?.searchParams.get('after')).toBe('x')
  }
})

test('reading ends with an error when the pages never end', async () => {
  const { url } = startPortal(
    (requests, origin) => `${origin}/data-fair/api/v1/datasets/base-carboner/lines?after=${requests}`,
  )
  await expect(poll(url)).rejects.toMatchObject({ kind: 'unusable' })
})
