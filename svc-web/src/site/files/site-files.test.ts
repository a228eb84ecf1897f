import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import type { PublicRoute } from '../../http/page-routes.ts'
import { manifestPath } from '../site.ts'
import { createManifestRoute } from './manifest.ts'
import { createPictureRoutes } from './pictures.ts'
import { createRobotRoutes } from './robots.ts'
import { createSecurityContactRoute } from './security-contact.ts'

const base = 'https://power.example'

const Manifest = v.object({
  id: v.string(),
  lang: v.string(),
  icons: v.array(v.object({ src: v.string(), type: v.string() })),
})

async function ask(routes: readonly PublicRoute[], address: string) {
  const { pathname } = new URL(address, base)
  const route = routes.find(({ path }) => path === pathname)
  if (route === undefined) throw new Error(`no route at ${pathname}`)
  return route.answer(new Request(new URL(address, base).href))
}

describe('robots', () => {
  test('are led to the sitemap, and away from members’ pages and operations with keys, also below a path', async () => {
    const text = await (await ask(createRobotRoutes(base, []), '/robots.txt')).text()
    expect(text).toContain('Disallow: /account\n')
    expect(text).toContain('Disallow: /v1\n')
    expect(text).toEndWith(`Sitemap: ${base}/sitemap.xml\n`)
    const below = await (await ask(createRobotRoutes(`${base}/power`, []), '/robots.txt')).text()
    expect(below).toContain('Disallow: /power/account\n')
  })

  test('find every served page in each language, with the addresses of the others', async () => {
    const answer = await ask(createRobotRoutes(base, ['/', '/plans', '/embed']), '/sitemap.xml')
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const text = await answer.text()
    const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(addresses).toEqual([`${base}/`, `${base}/?lang=en`, `${base}/plans`, `${base}/plans?lang=en`])
    expect(text.match(/hreflang="x-default" href="https:\/\/power\.example\/plans"/g)).toHaveLength(2)
    expect(text.match(/hreflang="en" href="https:\/\/power\.example\/plans\?lang=en"/g)).toHaveLength(2)
  })
})

test('the manifest installs the site in the language of the page, with icons that are served', async () => {
  const routes = [createManifestRoute(), ...(await createPictureRoutes())]
  const readManifest = async (query: string) =>
    v.parse(Manifest, await (await ask(routes, `${manifestPath}${query}`)).json())
  const [french, english] = await Promise.all(['', '?lang=en'].map(readManifest))
  expect([french?.lang, english?.lang, french?.id]).toEqual(['fr', 'en', english?.id ?? ''])
  expect((await readManifest('?lang=__proto__')).lang).toBe('fr')
  for (const { src, type } of french?.icons ?? []) {
    const icon = await ask(routes, `/${src}`)
    expect([src, icon.status, icon.headers.get('content-type')]).toEqual([src, 200, type])
  }
})

test('the security contact is valid for half a year from the day that it is asked on', async () => {
  const route = createSecurityContactRoute(base, 'mailto:security@power.example', () => Date.UTC(2026, 10, 27, 9))
  const text = await (await ask([route], '/.well-known/security.txt')).text()
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@power.example',
    'Expires: 2027-05-26T00:00:00Z',
    'Preferred-Languages: fr, en',
    `Canonical: ${base}/.well-known/security.txt`,
    '',
  ])
})
