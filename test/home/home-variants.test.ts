import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { axeViolations, unfoldTables, widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, takePicture, useBrowser, viewports, writesPictures } from '../dashboard/testing/browser.ts'
import {
  startDegradedSystem,
  startEmptySystem,
  startNewSystem,
  startNormalSystem,
  startOpenSystem,
} from '../dashboard/testing/dashboard-fixture.ts'
import type { System } from '../testing/system-fixture.ts'

const root = join(import.meta.dir, '../..')

/** Where every variant of the page can be looked at after a run that {@link writesPictures}. */
const screenshotFolder = join(root, '.hexawatt/screenshots')

const readmePicture = join(root, 'docs/images/dashboard.png')

const states = {
  normal: startNormalSystem,
  degraded: startDegradedSystem,
  open: startOpenSystem,
  empty: startEmptySystem,
  new: startNewSystem,
} as const

/** Loaded in the first scheme of a language and turned to the other, as at nightfall: so both schemes are the one of a load. */
const schemes = { fr: ['light', 'dark'], en: ['dark', 'light'] } as const

/** What is asked: in English everything that the form has, with texts that cannot be read. */
const choices = { fr: '', en: '&appliance=heat-pump&tariff=hphc&offPeak=22-6&quiet=22:00-07:00&energyKWh=x' } as const

const loads = (['fr', 'en'] as const).flatMap((language) =>
  (['phone', 'desktop'] as const).map((device) => [language, device] as const),
)

const browser = await useBrowser()

/** The upper part of the page, small enough for a repository. */
async function writePicture(path: string, url: string): Promise<void> {
  const context = await newVisitor(browser, { viewport: { width: 1280, height: 1180 }, deviceScaleFactor: 0.75 })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('#head').waitFor()
  await page.screenshot({ path })
  await context.close()
}

describe.each(Object.entries(states))('the home page when the product is %s', (state, start) => {
  let system: System
  beforeAll(async () => {
    system = await start()
    if (writesPictures && state === 'normal') await writePicture(readmePicture, `${system.gatewayUrl}/`)
  })
  afterAll(() => system.stop())

  describe.each(loads)('in %s on a %s', (language, device) => {
    let page: Page
    /** Markup in which axe has found nothing. */
    let faultless = ''
    beforeAll(async () => {
      const context = await newVisitor(browser, { viewport: viewports[device], colorScheme: schemes[language][0] })
      page = await context.newPage()
      await page.goto(`${system.gatewayUrl}/?lang=${language}${choices[language]}`)
      await page.locator('h1').waitFor()
    })
    afterAll(() => page.context().close())

    test.each(schemes[language])('has no violation of axe and fits the screen: %s', async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme })
      await takePicture(page, join(screenshotFolder, `${state}-${language}-${scheme}-${device}.png`))
      if (device === 'desktop') await unfoldTables(page)
      const markup = await page.locator('html').innerHTML()
      const violations = await axeViolations(page, markup === faultless ? 'colors' : 'everything')
      expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
      faultless = markup
      expect(await widthOfPage(page)).toBeLessThanOrEqual(viewports[device].width)
    })
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
