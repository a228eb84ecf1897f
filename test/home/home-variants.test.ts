import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { axeViolations } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser, writesPictures } from '../dashboard/testing/browser.ts'
import {
  computeFromNothing,
  degradeSystem,
  startNewSystem,
  startNormalSystem,
} from '../dashboard/testing/dashboard-fixture.ts'
import { describeHomePage } from './testing/look-at-home.ts'

const readmePicture = join(import.meta.dir, '../../docs/images/dashboard.png')

const browser = await useBrowser()
/** One product goes from normal to degraded, the other from new to empty: in the order of the tests. */
const normal = stopAtEnd(await startNormalSystem())
const bare = stopAtEnd(await startNewSystem())

/** The upper part of the page, small enough for a repository. */
async function writePicture(path: string, url: string): Promise<void> {
  const context = await newVisitor(browser, { viewport: { width: 1280, height: 1180 }, deviceScaleFactor: 0.75 })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('#head').waitFor()
  await page.screenshot({ path })
  await context.close()
}
if (writesPictures) await writePicture(readmePicture, `${normal.gatewayUrl}/`)

// The page without a choice is looked at with every other page: `test/site/every-page.test.ts`.
describeHomePage('normal', browser, normal.gatewayUrl, ['en'])

/** The choice with everything that the form has, and with texts that cannot be read. */
const choices = [
  '',
  '&appliance=heat-pump&tariff=hphc&offPeak=22-6&quiet=22:00-07:00',
  '&tariff=spot&energyKWh=x',
] as const

/** A narrow phone, a phone, and a screen of 1440 px at a zoom of 200 %. */
const narrowWidths = [320, 390, 720] as const

describe.each(['fr', 'en'])('on a narrow screen nothing of the home page is cut off, in %s', (language) => {
  test.each(choices)('%s', async (choice) => {
    const context = await newVisitor(browser, { viewport: { width: narrowWidths[0], height: 844 } })
    const page = await context.newPage()
    await page.goto(`${normal.gatewayUrl}/?lang=${language}${choice}`)
    await page.locator('#more').evaluate((more) => more.setAttribute('open', ''))
    for (const width of narrowWidths) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect([width, await beyondTheScreen(page)]).toEqual([width, []])
      expect([width, await clippedTexts(page)]).toEqual([width, []])
    }
    await context.close()
  })
})

test.each([1440, 1280, 1000])(
  'on a screen of %d px the way to the map of regions covers no word on consumption',
  async (width) => {
    const context = await newVisitor(browser, { viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.goto(`${normal.gatewayUrl}/`)
    // The normal product has no imports of the hour: the sentence is put where the page has it.
    const covered = await page.evaluate(`(() => {
    const link = document.querySelector('.ex:not(.empty) .more-regions')
    link.insertAdjacentHTML('beforebegin', '<p class="quiet" id="consumed"></p>')
    const sentence = document.querySelector('#consumed')
    const words = document.createRange()
    return Array.from({ length: 40 }, (_, length) => {
      sentence.textContent = 'kWh '.repeat(length + 10)
      words.selectNodeContents(sentence)
      const { top, bottom, left } = link.getBoundingClientRect()
      return [...words.getClientRects()].filter((line) => line.bottom > top + 1 && line.top < bottom - 1 && line.right > left)
    }).flat().length
  })()`)
    expect(covered).toBe(0)
    await context.close()
  },
)

test('the keyboard reaches every control of the home page, and the focus is visible', async () => {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  await page.goto(`${normal.gatewayUrl}/?tariff=hphc`)
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

describe('some hours later, without some sources', () => {
  beforeAll(() => degradeSystem(normal))
  describeHomePage('degraded', browser, normal.gatewayUrl)
})

describeHomePage('new', browser, bare.gatewayUrl)

describe('after the first computation', () => {
  beforeAll(() => computeFromNothing(bare))
  describeHomePage('empty', browser, bare.gatewayUrl)

  test('without a forecast the page names no hour, and its form stays', async () => {
    const context = await newVisitor(browser)
    const page = await context.newPage()
    await page.goto(`${bare.gatewayUrl}/?lang=en`)
    expect(await page.locator('#answer').textContent()).toContain('Without a forecast we name no hour')
    expect(await page.locator('#calendar').count()).toBe(0)
    expect(await page.locator('[name="appliance"]').count()).toBeGreaterThan(1)
    await context.close()
  })
})

test('axe reports a page with a violation', async () => {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  await page.setContent('<html lang="fr"><title>x</title><main><h1>x</h1><img src="data:,"></main></html>')
  const violations = await axeViolations(page)
  expect(violations.map(({ id }) => id)).toEqual(['image-alt'])
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
