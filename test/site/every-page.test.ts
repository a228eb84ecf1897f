import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startNormalSystem } from '../dashboard/testing/dashboard-fixture.ts'
import { listPages } from './testing/site-paths.ts'

const system = stopAtEnd(await startNormalSystem())
await system.pollRegions()
const browser = await useBrowser()
const paths = await listPages(system.gatewayUrl)

/** Messages of the browser: errors of scripts, and what the security policy refuses. */
const complaints: string[] = []

/** All rules once for each language, on another width and in another theme; then the rules about colours in the others. */
const views = {
  fr: [
    [1_440, 'light', 'everything'],
    [1_440, 'dark', 'colors'],
    [390, 'light', 'colors'],
  ],
  en: [
    [390, 'dark', 'everything'],
    [390, 'light', 'colors'],
    [1_440, 'dark', 'colors'],
  ],
} as const

const height = 900

async function findViolations(page: Page, of: 'everything' | 'colors'): Promise<string[]> {
  return (await axeViolations(page, of)).flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

describe.each(['fr', 'en'] as const)('in %s', (language) => {
  test.each(paths)(
    '%s is accessible on a desktop and a phone, in both themes, and never scrolls sideways',
    async (path) => {
      const [[width]] = views[language]
      const context = await newVisitor(browser, { viewport: { width, height } })
      const page = await context.newPage()
      const isFound = path !== '/comprende'
      page.on('console', (message) => {
        if (message.type() === 'error' && isFound) complaints.push(`${path}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`))
      await page.goto(`${system.gatewayUrl}${path}?lang=${language}`)
      if (path === '/docs') await page.waitForSelector('.opblock')
      else await unfoldTables(page)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      // The operations of the reference have the same markup in both languages: all rules have read it in French.
      const shown = path === '/docs' && language === 'en' ? views.en.slice(1) : views[language]
      for (const [viewWidth, colorScheme, rules] of shown) {
        await page.setViewportSize({ width: viewWidth, height })
        await page.emulateMedia({ colorScheme })
        expect([viewWidth, colorScheme, await findViolations(page, rules)]).toEqual([viewWidth, colorScheme, []])
      }
      await page.setViewportSize({ width: 320, height })
      expect(await widthOfPage(page)).toBe(320)
      await context.close()
    },
  )
})

test('no page reports an error, and no policy refuses anything', () => {
  expect(complaints).toEqual([])
})
