import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { plansPagePath } from '@hexawatt/shared/contract/plans'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { root } from '../deploy/testing/deploy-files.ts'
import { newVisitor, takePicture, useBrowser } from './testing/browser.ts'
import { startNormalSystem } from './testing/dashboard-fixture.ts'

/** Pictures to be looked at after a run that writes them. */
const screenshotFolder = join(root, '.hexawatt/screenshots')

/** Elements that only a complete page has. */
const pages = { '/': '#mix-chart canvas', [plansPagePath]: '#plans' } as const

const screens = Object.entries(pages).flatMap(([path, complete]) =>
  (['fr', 'en'] as const).flatMap((language) =>
    [360, 390, 768].map((width) => [path, language, width, complete] as const),
  ),
)

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()

describe('on a narrow screen nothing is cut off', () => {
  test.each(screens)('%s, %s, %i px', async (path, language, width, complete) => {
    const context = await newVisitor(browser, { viewport: { width, height: 844 } })
    const page = await context.newPage()
    await page.goto(`${system.gatewayUrl}${path}?lang=${language}`)
    await page.locator(complete).first().waitFor()
    const name = path === '/' ? 'home' : path.slice(1)
    await takePicture(page, join(screenshotFolder, `${name}-${language}-${width}.png`))
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await beyondTheScreen(page)).toEqual([])
    expect(await clippedTexts(page)).toEqual([])
    await context.close()
  })
})

/** Tables of a column for every hour of the day, or folded up: they are scrolled in a region of their own, which the keyboard reaches. */
const scrolledOnPurpose = '.scroll:has(.heat), details'

/** Visible elements that reach beyond the left or right edge, except text for screen readers. */
function beyondTheScreen(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip') && !one.parentElement.closest(${JSON.stringify(scrolledOnPurpose)}))
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return left < -0.5 || right > document.documentElement.clientWidth + 0.5
    })
    .map((one) => one.outerHTML.slice(0, 120))`)
}

/** Regions and cells whose text is wider than they are. */
function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.scroll, th, td, pre, li, dd')]
    .filter((one) => one.checkVisibility() && !one.matches(${JSON.stringify(scrolledOnPurpose)}) && !one.parentElement.closest(${JSON.stringify(scrolledOnPurpose)}))
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.outerHTML.slice(0, 120))`)
}
