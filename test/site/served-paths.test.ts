import { expect, test } from 'bun:test'
import { findPathPrefix, webPaths } from '@hexawatt/shared/contract/web-paths'
import { useTestSite } from '../testing/use-site.ts'

const { gateway, startAnother } = await useTestSite({ settings: { PUBLISHER_CONTACT: 'bonjour@watt.example' } })
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const open = (address: string, headers: Record<string, string> = browser): Promise<Response> =>
  fetch(new URL(address, gateway.url), { headers, redirect: 'manual' })

test('every public path that the gateway forwards is served by svc-web', async () => {
  // Pages without data answer 503: this site has none.
  const paths = webPaths.filter((entry) => entry.kind === 'page' && findPathPrefix(entry) === null)
  expect(paths.length).toBeGreaterThan(15)
  const unserved: string[] = []
  // One after the other: a gateway forwards only some pages of a client at once.
  for (const { path } of paths) {
    const answer = await open(path)
    const type = answer.headers.get('content-type') ?? ''
    await answer.body?.cancel()
    if (![200, 503].includes(answer.status) || type.includes('problem')) unserved.push(`${answer.status} ${path}`)
  }
  expect(unserved).toEqual([])
})

test('a path that only a setting opens is unknown without it', async () => {
  const answer = await open('/.well-known/security.txt')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toStartWith('Contact: mailto:bonjour@watt.example\nExpires: ')
  const other = await startAnother({ settings: {} })
  expect((await fetch(`${other.url}/.well-known/security.txt`)).status).toBe(404)
})

type Read = { address: string; status: number; text: string; policy: string }

async function read(address: string): Promise<Read> {
  const answer = await open(address)
  const policy = answer.headers.get('content-security-policy') ?? ''
  return { address, status: answer.status, text: await answer.text(), policy }
}

test('no link and no file of a page leads nowhere, in both languages, and no page may be framed', async () => {
  const sitemap = await (await open('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/]+([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(10)
  const pages: Read[] = []
  for (const address of [...addresses, '/none/at/all', '/none?lang=en']) pages.push(await read(address))
  for (const { address, policy } of pages) {
    expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")])
    expect([address, policy.includes('unsafe')]).toEqual([address, false])
  }
  const links = new Set(
    pages.flatMap(({ address, text }) =>
      [...text.matchAll(/\s(?:href|src)="([^"]+)"/g)]
        .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), new URL(address, gateway.url)))
        .filter(({ origin }) => origin === new URL(gateway.url).origin)
        .map(({ pathname, search, hash }) => `${pathname}${search}${hash}`),
    ),
  )
  expect(links.size).toBeGreaterThan(40)
  const broken: string[] = []
  for (const link of links) {
    const { status, text } = await read(link)
    const [, id] = /#(.+)$/.exec(decodeURIComponent(link)) ?? []
    // The reference finds its places (`#/…`) by its script.
    const isKnownPlace = id === undefined || id.startsWith('/') || status !== 200 || text.includes(`id="${id}"`)
    // The pages of unknown paths link themselves in other languages.
    if (!link.startsWith('/none') && (status === 404 || !isKnownPlace)) broken.push(`${status} ${link}`)
  }
  expect(broken).toEqual([])
})
