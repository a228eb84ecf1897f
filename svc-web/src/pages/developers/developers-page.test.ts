import { describe, expect, test } from 'bun:test'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { buildAssets } from '../../kit/assets.ts'
import { readBadgeChoice, readEmbedChoice } from '../embed/embed-choices.ts'
import { showPlanName } from '../plans/plan-name.ts'
import { createDevelopersPage } from './developers-page.ts'

const publicBaseUrl = 'https://power.example'
const site = { publicBaseUrl, assets: await buildAssets(), hasAccounts: true }

async function read(language: 'fr' | 'en', demoKey: string | null = null): Promise<string> {
  const page = createDevelopersPage({ site, planTable: defaultPlanTable, demoKey })
  return (await page.answer(new Request(`http://localhost${page.path}?lang=${language}`))).text()
}
const [french, english] = await Promise.all([read('fr'), read('en')])

/** The lines that a reader pastes. */
const pastedLines = (page: string): string[] =>
  [...page.matchAll(/data-snippet=""[^>]*><code>(.*?)<\/code>/g)].map(([, line = '']) =>
    line.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )

describe('the page for developers', () => {
  test('links operations that the reference has, by its address of each', () => {
    const known = allOperations.map(({ chapter, id }) => `docs#/${encodeURIComponent(chapter)}/${id}`)
    const linked = [...french.matchAll(/href="(docs#[^"]+)"/g)].map(([, target = '']) => target)
    expect(linked.length).toBeGreaterThan(12)
    expect(linked.filter((target) => !known.includes(target))).toEqual([])
  })

  test('offers Home Assistant its integration, by the forecast that the integration reads', () => {
    const rows = [french, english].map((page) => page.match(/<tr>(?:(?!<\/tr>).)*Home Assistant.*?<\/tr>/s)?.[0] ?? '')
    for (const row of rows) expect(row).toContain('/v1/outlook')
    expect(rows.map((row) => /une intégration|an integration/.exec(row)?.[0])).toEqual([
      'une intégration',
      'an integration',
    ])
  })

  test('has three first calls in three languages, with the demo key where there is one', async () => {
    expect(french.match(/name="call-\w+" value="curl"/g)).toHaveLength(3)
    const demoKey = `hxw_${'d'.repeat(32)}`
    const withDemo = await read('fr', demoKey)
    expect([withDemo.includes(demoKey), withDemo.includes('hxw_your_key')]).toEqual([true, false])
  })

  test('has lines to paste whose addresses badge and card accept, each next to its preview', () => {
    for (const [page, language] of [
      [french, 'fr'],
      [english, 'en'],
    ] as const) {
      const lines = pastedLines(page)
      const addresses = lines.map((line) => line.match(/ src="([^"]+)"/)?.[1] ?? '')
      const [badge = '', hexagon = '', card = ''] = addresses
      expect(readBadgeChoice(badge)).toMatchObject({ lang: language, style: 'flat' })
      expect(readBadgeChoice(hexagon)).toMatchObject({ lang: language, style: 'hexagon' })
      expect(readEmbedChoice(card).lang).toBe(language)
      for (const address of addresses) {
        const own = address.replace(`${publicBaseUrl}/`, '').replace('&', '&amp;')
        expect([address, address.startsWith(publicBaseUrl), page.includes(` src="${own}`)]).toEqual([
          address,
          true,
          true,
        ])
      }
      // Every picture and frame has a text alternative.
      for (const line of lines) expect(line).toMatch(/ (?:alt|title)="[^"]+"/)
    }
  })

  test('states the limits of the enforced plans', () => {
    for (const { name, requestsPerMinute } of Object.values(defaultPlanTable.plans)) {
      expect(english).toContain(`${showPlanName(name)}: ${requestsPerMinute} requests per minute`)
    }
  })

  test('says the same in both languages, part by part', () => {
    const countParts = (page: string) =>
      ['<h2', '<h3', '<li', '<tr', '<pre', '<img', '<iframe'].map((part) => page.split(part).length)
    expect(countParts(french)).toEqual(countParts(english))
  })

  test('lets only frames of this site in', async () => {
    const page = createDevelopersPage({ site, planTable: defaultPlanTable, demoKey: null })
    const { headers } = await page.answer(new Request('http://localhost/developpeurs'))
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(french).not.toMatch(/<style|<[^>]*\sstyle=|<script>/)
  })
})
