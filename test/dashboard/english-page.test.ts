import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { english } from '@hexawatt/svc-web/src/pages/dashboard/texts/english.ts'
import { french } from '@hexawatt/svc-web/src/pages/dashboard/texts/french.ts'
import type { Page } from 'playwright-core'
import type { System } from '../testing/system-fixture.ts'
import { newVisitor, useBrowser } from './testing/browser.ts'
import { startDegradedSystem, startNormalSystem } from './testing/dashboard-fixture.ts'

/** Words that every French sentence has some of, and no English one. */
const frenchWords = /(?<!\p{L})(?:le|la|les|des|du|est|une|sur|pour|dans|et|vos|pas|que|mieux)(?!\p{L})|[lnd]’\p{L}/iu

/** Texts of an object, however deep. */
function textsIn(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn)
}

/** Words of the French page only: names and units that both languages share are left out. */
const inEnglish = new Set(textsIn(english))
const frenchOnly = textsIn(french).filter((text) => text.length > 3 && !inEnglish.has(text))

/** Spaces of any kind as one. */
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** Whether a text has these words, and not only as a part of longer ones. */
const holds = (text: string, words: string): boolean =>
  new RegExp(`(?<!\\p{L})${RegExp.escape(words)}(?!\\p{L})`, 'u').test(text)

const browser = await useBrowser()

async function open(url: string): Promise<Page> {
  const page = await (await newVisitor(browser)).newPage()
  await page.goto(url)
  return page
}

/** Text that a reader sees, including folded tables and text marked as French. */
async function shownText(page: Page, complete: string): Promise<string> {
  await page.locator(complete).first().waitFor()
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true
    for (const link of document.querySelectorAll('nav a[lang="fr"]')) link.remove()`)
  return squeezed(await page.evaluate('document.body.innerText'))
}

describe.each([
  ['normal', startNormalSystem],
  ['degraded', startDegradedSystem],
] as const)('the English page when the product is %s', (_, start) => {
  let system: System
  let dashboard: DashboardResponse
  beforeAll(async () => {
    system = await start()
    dashboard = (await (await system.get('/api/dashboard')).json()) as DashboardResponse
  })
  afterAll(() => system.stop())

  const home = (language: string) => open(`${system.gatewayUrl}/?lang=${language}`)

  test('the English page has no text of the French page, no French sentence of the API and no French word', async () => {
    const text = await shownText(await home('en'), '#mix-chart canvas')
    const ofApi = [
      ...(dashboard.score?.subScores ?? []).map(({ detail }) => detail),
      dashboard.score?.recommendation ?? '',
      ...dashboard.signals.map(({ message }) => message),
    ]
    expect(ofApi.length).toBeGreaterThan(6)
    const shown = [...frenchOnly, ...ofApi].filter((words) => holds(text, squeezed(words)))
    expect(shown).toEqual([])
    expect(text.match(frenchWords)).toBeNull()
  })

  test('the English page has reasons and advice of the API in English, and the French page has the API’s own sentences', async () => {
    const { score, english: sentences } = dashboard
    const reasonsOf = async (page: Page) => {
      await page.locator('#mix-chart canvas').waitFor()
      const details = await page.locator('[data-dimension] p.quiet').allTextContents()
      return [await page.locator('#recommendation').textContent(), ...details]
    }
    const inFrench = [score?.recommendation ?? '', ...(score?.subScores ?? []).map(({ detail }) => detail)]
    expect(await reasonsOf(await home('fr'))).toEqual(inFrench)
    const { price = '', carbon = '', grid = '', adequacy = '' } = sentences?.details ?? {}
    expect(await reasonsOf(await home('en'))).toEqual([sentences?.recommendation ?? '', price, carbon, grid, adequacy])
    for (const sentence of [price, carbon, grid, adequacy]) expect(sentence).toMatch(/^[A-Z].*\d.*\.$/)
  })

  test('the English page on plans and keys has no French text', async () => {
    const page = await open(`${system.gatewayUrl}${plansPagePath}?lang=en`)
    const text = await shownText(page, '#plans')
    expect(text.match(frenchWords)).toBeNull()
  })
})
