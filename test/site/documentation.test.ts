import { afterAll, describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { axeViolations, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startLocalSite } from './testing/local-site.ts'

const browser = await useBrowser()
const site = await startLocalSite()
afterAll(() => site.stop())

/** Messages of the browser about the pages of this file: refused scripts, styles and requests among them. */
const complaints: string[] = []

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await newVisitor(browser, options)
  const page = await context.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(`${site.url}${path}`)
  return page
}

const violationsOf = async (page: Page): Promise<string[]> =>
  (await axeViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)

describe('the API reference in a browser', async () => {
  const page = await open('/docs', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.waitForSelector('.opblock')
  const forecast = '#operations-Score-getScoreForecast'

  /** Opens an operation by the keyboard, as far as its call to copy. */
  async function openOperation(operation: string): Promise<void> {
    const control = page.locator(`${operation} .opblock-summary-control`)
    if ((await control.getAttribute('aria-expanded')) === 'false') await control.press('Enter')
    await page.waitForSelector(`${operation} .call`)
  }

  test('shows the first operation without scrolling on a desktop and on a phone', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      const box = await page.locator('.opblock').first().boundingBox()
      expect([width, (box?.y ?? height) + (box?.height ?? 0) < height]).toEqual([width, true])
    }
  }, 20_000)

  test('opens an operation, chooses a language and copies its call with the keyboard only', async () => {
    await openOperation(forecast)
    // The lock of the operation and its arrow come first.
    const chosen = page.locator(`${forecast} .call input:checked`)
    for (let steps = 0; steps < 4 && !(await chosen.evaluate((input) => input.matches(':focus'))); steps++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator(`${forecast} .call pre:visible`).getAttribute('data-snippet')).toBe('python')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`${forecast} [role="status"]:text-is("Copié")`)
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('from hexawatt import Hexawatt')
    // The language is kept for the next operation.
    await openOperation('#operations-MCP-callMcp')
    expect(await page.locator('#operations-MCP-callMcp .call input:checked').inputValue()).toBe('python')
  }, 40_000)

  test('fills in only what an operation requires: examples that exclude each other stand in the descriptions', async () => {
    const field = (operation: string, name: string) => page.locator(`${operation} tr[data-param-name="${name}"]`)
    await openOperation(forecast)
    for (const name of ['profile', 'wPrice']) expect(await field(forecast, name).locator('input').inputValue()).toBe('')
    expect(await field(forecast, 'profile').textContent()).toContain('Example: carbon')
    const evcc = '#operations-Exports-getEvccExport'
    await openOperation(evcc)
    // Only with one of the two values of `quantity`, which is chosen from a list.
    expect(await field(evcc, 'tariff').locator('input').inputValue()).toBe('')
    expect(await field(evcc, 'tariff').textContent()).toContain('Default: tempo')
    const schedule = '[id^="operations-"][id$="-getSchedule"]'
    await openOperation(schedule)
    expect(await field(schedule, 'durationMinutes').locator('input').inputValue()).not.toBe('')
  }, 40_000)

  test('never scrolls sideways, nor has it a violation of axe with open operations, light and dark', async () => {
    for (const operation of [forecast, '#operations-MCP-callMcp']) await openOperation(operation)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await widthOfPage(page)).toBe(320)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await violationsOf(page)]).toEqual([colorScheme, []])
    }
  }, 60_000)

  test('begins the dialog of the key at X-Api-Key, of all operations and of each, and closes it with Escape', async () => {
    for (const button of ['.authorize', '#operations-Exports-getEvccExport .authorization__btn']) {
      await page.locator(button).press('Enter')
      await page.waitForSelector('.modal-ux')
      expect(await page.locator('.modal-ux .auth-container').first().textContent()).toContain('X-Api-Key')
      const [first] = await page.locator('.modal-ux input').all()
      expect([button, await first?.evaluate((input) => input.matches(':focus'))]).toEqual([button, true])
      if (button === '.authorize') expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.waitForSelector('.modal-ux', { state: 'detached' })
    }
  }, 40_000)

  test('gives every call without JavaScript', async () => {
    const plain = await open('/docs', { javaScriptEnabled: false })
    expect(await plain.locator('#calls article:visible').count()).toBeGreaterThan(30)
    await plain.locator('#calls input[value="typescript"]').first().check()
    expect(await plain.locator('#calls pre:visible').first().textContent()).toContain('createHexawatt')
    await plain.context().close()
  }, 20_000)
})

test('another site can frame the card and no other page; the card leaves no cookie', async () => {
  const framed = ['/embed', '/docs', '/developpeurs', '/problems', '/']
  const markup = framed.map((path) => `<iframe src="${site.url}${path}" title="${path}"></iframe>`).join('')
  const other = Bun.serve({
    port: 0,
    hostname: 'localhost',
    fetch: () =>
      new Response(`<!doctype html><title>other</title>${markup}`, { headers: { 'content-type': 'text/html' } }),
  })
  try {
    const context = await newVisitor(browser)
    const page = await context.newPage()
    await page.goto(`http://localhost:${other.port}/`)
    const [, ...frames] = page.frames()
    const headings = await Promise.all(frames.map((frame) => frame.locator('h1').count()))
    expect(headings).toEqual([1, 0, 0, 0, 0])
    expect(await context.cookies()).toEqual([])
    await context.close()
  } finally {
    await other.stop(true)
  }
}, 20_000)

test('the browser had nothing to complain about: no script, style or request of these pages was refused', () => {
  expect(complaints).toEqual([])
})
