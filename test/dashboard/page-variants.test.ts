import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { System } from '../testing/system-fixture.ts'
import { launchBrowser, newVisitor, takePicture, viewports } from './testing/browser.ts'
import {
  startDegradedSystem,
  startEmptySystem,
  startNewSystem,
  startNormalSystem,
} from './testing/dashboard-fixture.ts'

const root = join(import.meta.dir, '../..')

/** Where every variant of the page can be looked at after the test. */
const screenshotFolder = join(root, '.hexawatt/screenshots')

/** `WRITE_SCREENSHOT=1 bun run test test/dashboard/page-variants.test.ts` writes the picture of the README anew. */
const readmePicture = Bun.env['WRITE_SCREENSHOT'] === '1' ? join(root, 'docs/images/dashboard.png') : null

/** States of the product, and what shows that the page is complete in them. */
const states = {
  normal: { start: startNormalSystem, complete: '#mix-chart canvas' },
  degraded: { start: startDegradedSystem, complete: '#mix-chart canvas' },
  empty: { start: startEmptySystem, complete: '#sources tbody tr' },
  new: { start: startNewSystem, complete: '#banner .loud' },
} as const

const variants = (['fr', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['phone', 'desktop'] as const).map((device) => [language, scheme, device] as const),
  ),
)

let browser: Browser
beforeAll(async () => {
  mkdirSync(screenshotFolder, { recursive: true })
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The upper part of the page, small enough for a repository. */
async function writePicture(path: string, url: string): Promise<void> {
  const context = await newVisitor(browser, { viewport: { width: 1280, height: 1180 }, deviceScaleFactor: 0.75 })
  const page = await context.newPage()
  await page.goto(url)
  await page.locator(states.normal.complete).waitFor()
  await page.screenshot({ path })
  await context.close()
}

describe.each(Object.entries(states))('the page when the product is %s', (state, { start, complete }) => {
  let system: System
  beforeAll(async () => {
    system = await start()
    if (readmePicture !== null && state === 'normal') await writePicture(readmePicture, `${system.gatewayUrl}/`)
  })
  afterAll(() => system.stop())

  test.each(variants)('has no violation of axe and fits the screen: %s, %s, %s', async (language, scheme, device) => {
    const context = await newVisitor(browser, { viewport: viewports[device], colorScheme: scheme })
    const page = await context.newPage()
    await page.goto(`${system.gatewayUrl}/?lang=${language}`)
    await page.locator(complete).first().waitFor()
    await takePicture(page, join(screenshotFolder, `${state}-${language}-${scheme}-${device}.png`))
    if (device === 'desktop') await unfoldTables(page)
    const violations = await axeViolations(page)
    expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
    expect(await widthOfPage(page)).toBeLessThanOrEqual(viewports[device].width)
    await context.close()
  })
})

test('axe finds what is wrong', async () => {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  await page.setContent('<html lang="fr"><title>x</title><main><h1>x</h1><img src="data:,"></main></html>')
  const violations = await axeViolations(page)
  expect(violations.map(({ id }) => id)).toEqual(['image-alt'])
  await context.close()
})

/** Rows of the long tables behind the first eight: one is like the other, and of all of them axe would make a minute. */
const repeatedRows = 'tbody tr:nth-child(n + 9)'

const axeOptions: RunOptions = { resultTypes: ['violations'] }

/** Runs axe inside the page: its Playwright package also collects partial results of frames, which takes six times as long. */
async function axeViolations(page: Page): Promise<AxeResults['violations']> {
  await page.evaluate(axe.source)
  const { violations }: AxeResults = await page.evaluate(
    `axe.run({ exclude: [[${JSON.stringify(repeatedRows)}]] }, ${JSON.stringify(axeOptions)})`,
  )
  return violations
}

/** What is folded up is read too. */
const unfoldTables = (page: Page): Promise<void> =>
  page.locator('summary').evaluateAll((summaries) => {
    for (const summary of summaries) summary.click()
  })

/** What would have to be scrolled sideways, px. */
const widthOfPage = (page: Page): Promise<number> => page.evaluate('document.documentElement.scrollWidth')
