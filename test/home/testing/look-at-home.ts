import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { Browser, Page } from 'playwright-core'
import { axeViolations, unfoldTables, widthOfPage } from '../../dashboard/testing/axe.ts'
import { newVisitor, takePicture, viewports } from '../../dashboard/testing/browser.ts'

/** Where every state of the page can be looked at after a run that writes pictures. */
const screenshotFolder = join(import.meta.dir, '../../../.hexawatt/screenshots')

/**
 * Each language is loaded once, on a device and in a scheme of its own, and turned to the other scheme, as at nightfall. The same style sheets apply to both
 * languages, so that each device and each scheme is the one of a load.
 */
const loads = [
  { language: 'fr', device: 'desktop', schemes: ['light', 'dark'], choice: '' },
  {
    language: 'en',
    device: 'phone',
    schemes: ['dark', 'light'],
    // Everything that the form has, with texts that cannot be read.
    choice: '&appliance=heat-pump&tariff=hphc&offPeak=22-6&quiet=22:00-07:00&energyKWh=x',
  },
] as const

/** Describes the home page of a product in a state: without a violation of axe, in both languages and schemes, and no wider than the screen. */
export function describeHomePage(
  state: string,
  browser: Browser,
  gatewayUrl: string,
  languages: readonly Language[] = ['fr', 'en'],
): void {
  describe.each(loads.filter(({ language }) => languages.includes(language)))(
    `the home page when the product is ${state}, in $language on a $device`,
    (load) => {
      const { language, device, schemes, choice } = load
      let page: Page
      /** Markup in which axe has found nothing. */
      let faultless = ''
      beforeAll(async () => {
        const context = await newVisitor(browser, { viewport: viewports[device], colorScheme: schemes[0] })
        page = await context.newPage()
        await page.goto(`${gatewayUrl}/?lang=${language}${choice}`)
        await page.locator('h1').waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
      })
      afterAll(() => page.context().close())

      test.each(schemes)('has no violation of axe with open tables: %s', async (scheme) => {
        await page.emulateMedia({ colorScheme: scheme })
        await takePicture(page, join(screenshotFolder, `${state}-${language}-${scheme}-${device}.png`))
        await unfoldTables(page)
        const markup = await page.locator('html').innerHTML()
        const violations = await axeViolations(page, markup === faultless ? 'colors' : 'everything')
        expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
        faultless = markup
      })

      test('fits a phone and a desktop', async () => {
        for (const { width, height } of Object.values(viewports)) {
          await page.setViewportSize({ width, height })
          expect(await widthOfPage(page)).toBeLessThanOrEqual(width)
        }
      })
    },
  )
}
