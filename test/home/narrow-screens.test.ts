import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startNormalSystem } from '../dashboard/testing/dashboard-fixture.ts'

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()

/** The choice with everything that the form has, and with texts that cannot be read. */
const choices = [
  '',
  '&appliance=heat-pump&tariff=hphc&offPeak=22-6&quiet=22:00-07:00',
  '&tariff=spot&energyKWh=x',
] as const

/** A narrow phone, a phone, and a screen of 1440 px at a zoom of 200 %. */
const widths = [320, 390, 720] as const

const screens = (['fr', 'en'] as const).flatMap((language) => widths.map((width) => [language, width] as const))

describe('on a narrow screen nothing of the home page is cut off', () => {
  test.each(screens)('%s, %i px', async (language, width) => {
    const context = await newVisitor(browser, { viewport: { width, height: 844 } })
    const page = await context.newPage()
    for (const choice of choices) {
      await page.goto(`${system.gatewayUrl}/?lang=${language}${choice}`)
      await page.locator('#more').evaluate((more) => more.setAttribute('open', ''))
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect([choice, await beyondTheScreen(page)]).toEqual([choice, []])
      expect([choice, await clippedTexts(page)]).toEqual([choice, []])
    }
    await context.close()
  })
})

test('the keyboard reaches every control of the home page, and the focus is visible', async () => {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${system.gatewayUrl}/?tariff=hphc`)
  await page.waitForLoadState('networkidle')
  await page.locator('#more summary').click()
  const controls = page.locator(
    'a[href], button, select, input:not([type="radio"]:not(:checked)):not([type="hidden"]), summary, [tabindex="0"]',
  )
  // A link may stand on the page twice.
  const shown = await controls.evaluateAll((all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 200)),
  )
  const expected = new Set(shown).size
  expect(expected).toBeGreaterThan(25)
  await page.evaluate('document.activeElement.blur()')
  const reached = new Set<string>()
  for (let presses = 0; reached.size < expected && presses < shown.length + 5; presses += 1) {
    await page.keyboard.press('Tab')
    const focused = 'document.activeElement.closest(".tiles label, .seg label") ?? document.activeElement'
    // After the last control the focus leaves the page once.
    if (await page.evaluate('document.activeElement === document.body')) continue
    reached.add(await page.evaluate('document.activeElement.outerHTML.slice(0, 200)'))
    // The frame of the plan has a ring of its own.
    const isVisible = `[${focused}, ...(${focused}).children].some((one) => getComputedStyle(one).outlineStyle !== 'none') || document.activeElement.id === 'landscape-frame'`
    expect([
      await page.evaluate('document.activeElement.outerHTML.slice(0, 80)'),
      await page.evaluate(isVisible),
    ]).toEqual([expect.any(String), true])
  }
  expect(reached.size).toBe(expected)
  await context.close()
})

/** The picture scrolls on a phone, and the table of all hours in its box; the keyboard reaches both. */
const scrolledOnPurpose = '.scroller, .hours-table'

/** Visible elements that reach beyond the left or right edge, except text for screen readers. */
function beyondTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip, svg, ${scrolledOnPurpose}'))
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left < -0.5 || right > document.documentElement.clientWidth + 0.5
    })
    .map((one) => one.outerHTML.slice(0, 120))`)
}

/** Texts that are wider than their place; headings that only screen readers read on a phone are one pixel wide. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('h1, h2, p, th, td, li, dt, label span, legend, .btn')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, ${scrolledOnPurpose}'))
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
    .map((one) => one.outerHTML.slice(0, 120))`)
}
