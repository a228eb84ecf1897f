import { describe, expect, test } from 'bun:test'
import { buildAssets } from '../kit/assets.ts'
import { html } from '../kit/html.ts'
import type { Preferences } from '../kit/preferences.ts'
import { createLinks } from './site.ts'
import { renderSitePage, type SitePage } from './site-page.ts'

const site = { publicBaseUrl: 'https://power.example/sub', assets: await buildAssets(), hasAccounts: true }
const preferences: Preferences = { language: 'fr', theme: 'auto', tariff: 'tempo', cookie: null }
const page: SitePage = {
  path: '/plans',
  preferences,
  texts: { title: 'Offres', description: 'Les offres.' },
  current: 'plans',
  content: html`<p>content</p>`,
  isIndexed: true,
}
const english = { ...page, preferences: { ...preferences, language: 'en' as const } }

describe('the frame of a page', () => {
  test('names the address of each language, and of the page in its own', () => {
    const text = renderSitePage(site, page)
    expect(text).toContain('<link rel="canonical" href="https://power.example/sub/plans">')
    expect(text).toContain('hreflang="en" href="https://power.example/sub/plans?lang=en"')
    expect(text).toContain('hreflang="x-default" href="https://power.example/sub/plans"')
    expect(renderSitePage(site, english)).toContain('rel="canonical" href="https://power.example/sub/plans?lang=en"')
  })

  test('shows a shared link with a picture in the language of the page', () => {
    const text = renderSitePage(site, english)
    expect(text).toContain('property="og:image" content="https://power.example/sub/icons/share-en.png"')
    expect(text).toContain('property="og:url" content="https://power.example/sub/plans?lang=en"')
    for (const name of ['og:type', 'og:site_name', 'og:title', 'og:description', 'og:locale', 'og:image:alt']) {
      expect([name, text.includes(`property="${name}"`)]).toEqual([name, true])
    }
  })

  test('marks the current page, names the contract, and offers accounts only where they are open', () => {
    const text = renderSitePage(site, page)
    expect(text.match(/href="plans" aria-current="page"/g)).toHaveLength(2)
    expect(text).toContain(
      '<a class="mine" href="./#contrat"><span>Mon contrat\u00a0: </span><b id="contract-name">Tempo</b>',
    )
    // On the home page the choice made there stays.
    expect(renderSitePage(site, { ...page, path: '/', current: 'home' })).toContain('<a class="mine" href="#contrat">')
    expect(text).toContain('href="account"')
    expect(renderSitePage({ ...site, hasAccounts: false }, page)).not.toContain('href="account"')
  })

  test('of a private page is not indexed, and has neither script, manifest nor public address', () => {
    const text = renderSitePage(site, { ...page, isPrivate: true })
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toMatch(/<script|manifest|og:|canonical|hreflang="x-default"/)
    // Without a script the choice of the appearance needs its button.
    expect(text).not.toContain('class="unscripted"')
  })

  test('keeps the query in the links to other languages', () => {
    const text = renderSitePage(site, { ...page, query: 'appliance=car&lang=fr&a="b' })
    expect(text).toContain('href="?appliance=car&amp;lang=en&amp;a=%22b"')
  })
})

test('links are relative to the page, so that an installation may lie below a path', () => {
  const fromProblem = createLinks('/problems/not_found')
  expect([fromProblem('/'), fromProblem('/plans')]).toEqual(['../', '../plans'])
  const fromHome = createLinks('/')
  expect([fromHome('/'), fromHome('/plans'), fromHome('/#contract')]).toEqual(['./', 'plans', './#contract'])
})
