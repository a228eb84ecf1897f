import { describe, expect, test } from 'bun:test'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import * as v from 'valibot'
import type { PublicRoute } from '../../http/page-routes.ts'
import { publisherEnv } from '../../pages/legal/publisher-settings.ts'
import { manifestPath } from '../site.ts'
import { createManifestRoute } from './manifest.ts'
import { createPictureRoutes } from './pictures.ts'
import { createRobotRoutes } from './robots.ts'
import { createSecurityContactRoute } from './security-contact.ts'
import { parseSecurityTxt } from './testing/security-txt.ts'

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

describe('security.txt', () => {
  const nowMs = Date.UTC(2026, 10, 27, 9)
  const open = async (publicBaseUrl: string, contact: string, atMs = nowMs) => {
    const route = createSecurityContactRoute(publicBaseUrl, contact, () => atMs)
    return ask([route], '/.well-known/security.txt')
  }

  test('names contact, page of the policy and its own address, and is valid for half a year from the day that it is asked on', async () => {
    const answer = await open(base, 'mailto:security@power.example')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(parseSecurityTxt(await answer.text(), nowMs)).toEqual([
      { name: 'contact', value: 'mailto:security@power.example' },
      { name: 'expires', value: '2027-05-26T00:00:00Z' },
      { name: 'preferred-languages', value: 'fr, en' },
      { name: 'canonical', value: `${base}/.well-known/security.txt` },
      { name: 'policy', value: `${base}/mentions-legales#securite` },
    ])
  })

  test('never lapses while svc-web runs: years after its start it is valid as well', async () => {
    const laterMs = Date.UTC(2031, 1, 28, 23, 59)
    const text = await (await open(base, 'https://power.example/report', laterMs)).text()
    expect(parseSecurityTxt(text, laterMs)).toHaveLength(5)
  })

  test('leaves out addresses without encryption, which the standard forbids', async () => {
    const text = await (await open('http://localhost:8080', 'mailto:security@power.example')).text()
    expect(parseSecurityTxt(text, nowMs).map(({ name }) => name)).toEqual(['contact', 'expires', 'preferred-languages'])
  })

  test.each([
    'sécurité@power.example',
    '100%@power.example',
    'https://électricité.example/é?a=%C3%A9',
    'mailto:a@b.example',
  ])('is valid with any contact that the settings accept: %s', async (stated) => {
    const { SECURITY_CONTACT: contact } = parseEnv(v.object(publisherEnv), { SECURITY_CONTACT: stated })
    const text = await (await open(base, contact?.href ?? '')).text()
    expect(parseSecurityTxt(text, nowMs)[0]?.name).toBe('contact')
  })

  test.each([
    ['', 'contact is missing'],
    ['Contact: security@power.example\n', 'no URI'],
    ['Contact: http://power.example\n', 'without encryption'],
    ['Contact:mailto:a@b.example\n', 'no field'],
    ['Contact: mailto:a@b.example\nExpires: tomorrow\n', 'no date-time'],
    ['Contact: mailto:a@b.example\nExpires: 2026-11-27T08:59:59Z\n', 'expired'],
    ['Contact: mailto:a@b.example\nExpires: 2028-01-01T00:00:00Z\n', 'more than a year'],
    ['Contact: mailto:a@b.example\nExpires: 2027-01-01T00:00:00Z\nExpires: 2027-01-01T00:00:00Z\n', '2 times'],
    ['Contact: mailto:a@b.example\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: français\n', 'language tags'],
    ['Contact: mailto:a@b.example', 'does not end'],
  ])('the reader of these tests refuses what the standard forbids: %j', (text, reason) => {
    expect(() => parseSecurityTxt(text === '' ? '\n' : text, nowMs)).toThrow(reason)
  })
})
