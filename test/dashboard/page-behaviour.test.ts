import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { ScoreForecast } from '@hexawatt/shared/contract/score'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { BrowserContext, Page } from 'playwright-core'
import * as v from 'valibot'
import { newVisitor, useBrowser } from './testing/browser.ts'
import { startNormalSystem } from './testing/dashboard-fixture.ts'

/** Everything that is loaded for the first sight, compressed (issue 7). */
const maxTransferredBytes = 150_000

let context: BrowserContext
let page: Page

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()
beforeEach(async () => {
  context = await newVisitor(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

/** Stops of the keyboard inside a field for a time, behind its first one: minutes, half of the day, picker. */
const timeParts = 3

const home = () => `${system.gatewayUrl}/`
async function open(address = home()): Promise<void> {
  await page.goto(address)
  await page.locator('#mix-chart canvas').waitFor()
}
const forecastOf = async (weighting: string): Promise<ScoreForecast> =>
  v.parse(ScoreForecast, await (await system.get(`/v1/score/forecast?hours=48&${weighting}`)).json())
const shownScores = (): Promise<string[]> => page.locator('.ribbon li b').allTextContents()

describe('loaded files', () => {
  test('the page loads only from its own origin, without an error and within its size limit', async () => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const urls: string[] = []
    const faults: string[] = []
    let bytes = 0
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    page.on('request', (request) => urls.push(request.url()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => faults.push(message.text()))
    await open()
    expect(urls.filter((url) => !url.startsWith(home()) && !url.startsWith('data:'))).toEqual([])
    expect(urls.length).toBeGreaterThanOrEqual(4)
    expect(faults).toEqual([])
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(maxTransferredBytes)
    console.log(`the page with all its files: ${bytes} bytes; largest paint after ${await largestPaintMs(page)} ms`)
  })

  test('a file is cacheable for ever if its name changes with its content, and the policy allows no inline script and no other origin', async () => {
    const response = await fetch(home())
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const markup = await response.text()
    const script = markup.match(/<script type="module" src="([^"]+)">/)?.[1] ?? ''
    const file = await fetch(new URL(script, home()))
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(markup.match(/<script/g)).toHaveLength(1)
    expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=/)
  })
})

test('the keyboard reaches every control and every table, and the focus is visible', async () => {
  await open()
  const controls = page.locator(
    'a[href], button, select, input:not([type="radio"]:not(:checked)), summary, [tabindex="0"]',
  )
  const expected = await controls.evaluateAll((elements) => elements.filter((one) => one.checkVisibility()).length)
  expect(expected).toBeGreaterThan(12)
  const reached = new Set<string>()
  for (let presses = 0; reached.size < expected && presses < expected + timeParts; presses++) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate('document.activeElement.outerHTML.slice(0, 200)'))
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).not.toBe('none')
  }
  expect(reached.size).toBe(expected)
})

describe('the weights', () => {
  test('a preset ranks the hours as the API does under the same preset', async () => {
    await open()
    for (const profile of ['carbon', 'price', 'grid', 'balanced', 'national']) {
      await page.locator('#profile').selectOption(profile)
      const forecast = await forecastOf(`profile=${profile}`)
      expect(await shownScores()).toEqual(forecast.hours.map(({ globalScore }) => String(globalScore)))
      expect(await page.locator('#hours-best tbody tr').first().getAttribute('data-time')).toBe(forecast.bestHour)
      expect(await page.locator('#hours-worst tbody tr').first().getAttribute('data-time')).toBe(forecast.worstHour)
    }
  })

  test('weights set by the keyboard are shares of their sum, and rank the hours as the API does', async () => {
    await open()
    await page.locator('#weight-price').press('Home')
    expect(await page.locator('#profile').inputValue()).toBe('custom')
    expect(await page.locator('.sliders output').allTextContents()).toEqual([
      '0\u00a0%',
      '43\u00a0%',
      '29\u00a0%',
      '29\u00a0%',
    ])
    const query = `wPrice=0&wCarbon=${30 / 70}&wGrid=${20 / 70}&wAdequacy=${20 / 70}`
    const forecast = await forecastOf(query)
    expect(await shownScores()).toEqual(forecast.hours.map(({ globalScore }) => String(globalScore)))
  })

  test('weights that are all zero are refused in words, and the hours stay as they are', async () => {
    await open()
    for (const id of ['price', 'carbon', 'grid']) await page.locator(`#weight-${id}`).press('Home')
    const before = await shownScores()
    await page.locator('#weight-adequacy').press('Home')
    expect(await page.locator('#weights-none').isVisible()).toBe(true)
    expect(await shownScores()).toEqual(before)
  })
})

describe('choices', () => {
  test('the page is French whatever the browser prefers; English is a link, and the choice is remembered', async () => {
    const english = await newVisitor(browser, { locale: 'en-GB' })
    const visit = await english.newPage()
    await visit.goto(home())
    expect(await visit.locator('html').getAttribute('lang')).toBe('fr')
    await visit.getByRole('link', { name: 'English' }).click()
    expect(await visit.locator('#now-section h2').textContent()).toBe('Now')
    await visit.goto(home())
    expect(await visit.locator('html').getAttribute('lang')).toBe('en')
    await english.close()
  })

  test('the appearance follows the choice at once, and is kept for the next visit', async () => {
    await open()
    const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    const isRemembered = page.waitForResponse((response) => response.url().endsWith('?theme=dark'))
    await page.locator('#theme').selectOption('dark')
    await isRemembered
    const dark = await background()
    expect(dark).not.toBe(light)
    await open()
    expect([await background(), await page.locator('#theme').inputValue()]).toEqual([dark, 'dark'])
  })
})

describe('as time passes', () => {
  test('the page shows newer data by itself, and says when the server does not answer', async () => {
    await page.clock.install()
    await open()
    const { computedAt } = v.parse(DashboardResponse, await (await system.get('/api/dashboard')).json()).score ?? {}
    expect(await page.locator('#now time').getAttribute('datetime')).toBe(computedAt ?? '')
    await page.locator('#hours-details summary').click()
    system.clock.advance({ minutes: 10 })
    await system.refreshLive()
    await page.clock.fastForward(61_000)
    await page.locator('#now time[datetime="2026-04-21T12:30:00Z"]').waitFor()
    expect(await page.locator('#hours-details').getAttribute('open')).toBe('')
    await context.setOffline(true)
    await page.clock.fastForward(61_000)
    await page.locator('#offline').waitFor({ state: 'visible' })
    await context.setOffline(false)
    await page.clock.fastForward(61_000)
    await page.locator('#offline').waitFor({ state: 'hidden' })
  })

  test('late data are marked as late, and values that the API refuses are not shown', async () => {
    system.clock.advance({ hours: 2 })
    await open()
    expect(await page.locator('#banner').textContent()).toContain('Les données ne sont plus mises à jour')
    expect(await page.locator('#global-score').count()).toBe(0)
    expect((await system.get('/v1/score')).status).toBe(503)
    expect((await system.get('/api/dashboard')).headers.get('x-service-confidence')).toBe('degraded')
  })
})

/** When the largest part was painted, ms since the navigation. */
function largestPaintMs(shown: Page): Promise<number> {
  return shown.evaluate(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(Math.round(list.getEntries().at(-1).startTime)))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
}
