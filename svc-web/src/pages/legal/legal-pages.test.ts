import { describe, expect, test } from 'bun:test'
import { parseEnv } from '@hexawatt/shared/config/parse-env'
import { languages } from '@hexawatt/shared/contract/values/languages'
import * as v from 'valibot'
import { buildAssets } from '../../kit/assets.ts'
import type { LegalFacts } from './legal-document.ts'
import { createLegalPages } from './legal-pages.ts'
import { publisherEnv } from './publisher-settings.ts'

const site = { publicBaseUrl: 'https://power.example', assets: await buildAssets(), hasAccounts: true }
const noPublisher = parseEnv(v.object(publisherEnv), {})
const publisher = parseEnv(v.object(publisherEnv), {
  PUBLISHER_NAME: 'Watt & Compagnie',
  PUBLISHER_CONTACT: 'bonjour@watt.example',
  SECURITY_CONTACT: 'https://watt.example/security',
  LOGS_KEPT_DAYS: '1',
})

async function read(path: string, query = '', facts: Partial<LegalFacts> = {}): Promise<string> {
  const { hasAccounts = true, ...more } = facts
  const pages = createLegalPages({ ...site, hasAccounts }, { publisher, sessionDays: 30, ...more })
  const page = pages.find((one) => one.path === path)
  return (await page?.answer(new Request(`https://power.example${path}${query}`)))?.text() ?? ''
}

describe('the legal notice', () => {
  test('has what the operator states, escaped, and invents nothing', async () => {
    const text = await read('/mentions-legales')
    expect(text).toContain('<dd>Watt &amp; Compagnie</dd>')
    expect(text).toContain('<a href="mailto:bonjour@watt.example">bonjour@watt.example</a>')
    expect(text).toContain('<a href="https://watt.example/security">')
    // Address, telephone, director and host; a registration that is not stated is not asked for.
    expect(text.match(/non indiqué par l’opérateur/g)).toHaveLength(3)
    expect(text.match(/ne l’a pas indiqué/g)).toHaveLength(1)
    expect(await read('/mentions-legales', '?lang=en')).toContain('not stated by the operator')
  })

  test('of an installation without settings says so once for publisher, host and contact', async () => {
    const text = await read('/mentions-legales', '', { publisher: noPublisher })
    expect(text).not.toContain('<dd>')
    expect(text.match(/<p class="prose">L’opérateur de cette installation ne l’a pas indiqué/g)).toHaveLength(3)
  })

  test.each(languages)('refers to a contact only where one stands on the page: %s', async (language) => {
    for (const path of ['/mentions-legales', '/confidentialite']) {
      const without = await read(path, `?lang=${language}`, { publisher: noPublisher })
      expect(without).not.toMatch(/ci-dessus|contact above/)
      expect(await read(path, `?lang=${language}`)).toMatch(/ci-dessus|contact above/)
    }
  })

  test.each(languages)(
    'says how to report a vulnerability where there is a contact, and to whom: %s',
    async (language) => {
      const text = await read('/mentions-legales', `?lang=${language}`)
      expect(text.slice(text.indexOf('id="securite"'))).toMatch(/SECURITY\.md.*https:\/\/watt\.example\/security/s)
      const without = await read('/mentions-legales', `?lang=${language}`, { publisher: noPublisher })
      expect(without).not.toContain('SECURITY.md')
    },
  )

  test.each(languages)('has the sections that the footer links: %s', async (language) => {
    const text = await read('/mentions-legales', `?lang=${language}`)
    const linked = [...text.matchAll(/href="mentions-legales#([a-z]+)"/g)].map(([, id]) => id)
    expect(linked.length).toBeGreaterThan(0)
    for (const id of linked) expect(text).toContain(`<section id="${id}">`)
  })
})

describe('the privacy page', () => {
  test.each(languages)('names every cookie of the site, with its lifetime: %s', async (language) => {
    const text = await read('/confidentialite', `?lang=${language}`)
    const cookies = ['lang', 'theme', 'contract', '__Host-hexawatt-visitor', '__Host-hexawatt-session']
    for (const name of cookies) expect(text).toContain(`<th scope="row">${name}</th>`)
    expect(text).toContain(language === 'fr' ? '30\u00a0jours' : '30 days')
  })

  test('is complete: these are the files that store something in a browser; what another one stores must be named on the page too', async () => {
    const root = `${import.meta.dir}/../..`
    const sources = await Array.fromAsync(new Bun.Glob('**/*.ts').scan({ cwd: root }))
    const shipped = sources.filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    const texts = await Promise.all(
      shipped.map(async (path) => ({ path, text: await Bun.file(`${root}/${path}`).text() })),
    )
    const filesWith = (words: RegExp) =>
      texts
        .filter(({ text }) => words.test(text))
        .map(({ path }) => path)
        .sort()
    expect(filesWith(/(?:local|session)Storage\.|indexedDB\./)).toEqual(['pages/consumption/browser/terms.ts'])
    expect(filesWith(/caches\.open/)).toEqual(['site/browser/service-worker.ts'])
    // Cookies: `contract`, choices of every page, and the sessions of members and of the operator.
    expect(filesWith(/document\.cookie =|'set-cookie'|Max-Age=\$/)).toEqual([
      'kit/choice-cookie.ts',
      'kit/preferences.ts',
      'kit/private/private-responses.ts',
      'operator/page/operator-session.ts',
      'pages/consumption/browser/terms.ts',
      'pages/consumption/consumption-page.ts',
      'pages/home/home-page.ts',
      'session/cookie-rules.ts',
    ])
  })

  test('tells of accounts only where they are open', async () => {
    expect(await read('/confidentialite')).toContain('id="compte"')
    expect(await read('/confidentialite', '', { hasAccounts: false })).not.toMatch(/id="compte"|hexawatt-session/)
  })

  test('says for how long logs are kept, or that the operator has not stated it', async () => {
    expect(await read('/confidentialite')).toContain('L’opérateur conserve ce journal 1\u00a0jour.')
    expect(await read('/confidentialite', '', { publisher: noPublisher })).toContain('n’a pas indiqué combien de temps')
  })
})

describe('a contact of the operator', () => {
  const read = (text: string) => v.safeParse(publisherEnv.PUBLISHER_CONTACT, text).output
  test.each(['javascript:alert(1)', 'http://watt.example', 'nobody', 'a@b', '"<a>"@b.example', 'https://'])(
    'is not %s',
    (text) => {
      expect(v.safeParse(publisherEnv.PUBLISHER_CONTACT, text).success).toBe(false)
    },
  )
  test('is a mail or https address', () => {
    expect(read(' mailto:a@b.example ')).toEqual({ href: 'mailto:a@b.example', text: 'a@b.example' })
    expect(read('https://b.example/x')).toEqual({ href: 'https://b.example/x', text: 'https://b.example/x' })
  })
})
