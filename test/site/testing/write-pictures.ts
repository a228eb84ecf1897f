import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchBrowser, newVisitor } from '../../dashboard/testing/browser.ts'
import { startNormalSystem } from '../../dashboard/testing/dashboard-fixture.ts'
import { computeRequestedHours } from '../../testing/requested-hours.ts'
import { scenarios } from './scenarios.ts'
import { createStates } from './shown-states.ts'

// Pictures of the site's pages in every state, width and theme: `bun dev/src/with-stores.ts test/site/testing/write-pictures.ts [part of a name…]` writes
// `.hexawatt/pictures/PAGE-STATE-WIDTH-THEME.png`. No test compares them: they are for eyes.

const root = join(import.meta.dir, '../../..')
const folder = join(root, '.hexawatt/pictures')
const wanted = process.argv.slice(2)
const widths = [1_440, 768, 390, 320]
const themes = ['light', 'dark'] as const

/** Pages without data, or whose data have one state. */
const pages = {
  consommations: '/consommations',
  comprendre: '/comprendre',
  developpeurs: '/developpeurs',
  plans: '/plans',
  docs: '/docs',
  problems: '/problems',
  problem: '/problems/rate_limited',
  'mentions-legales': '/mentions-legales',
  confidentialite: '/confidentialite',
  'not-found': '/comprende',
  embed: '/embed',
}

/** Choices on the home page, of a calm day. */
const choices = {
  'off-peak-quiet': '/?tariff=hphc&offPeak=22:30-06:30&quiet=22:00-07:00',
  tempo: '/?tariff=tempo',
  'spot-car': '/?tariff=spot&appliance=car',
  'heat-pump': '/?tariff=tempo&appliance=heat-pump',
  english: '/?lang=en',
  refused: '/?tariff=hphc&offPeak=22h-7',
}

const system = await startNormalSystem()
await system.pollRegions().catch(() => undefined)
// The map of the regions shows what they consume, which needs the hours with their flows.
await computeRequestedHours(system.ingest)
await system.refreshLive()
const browser = await launchBrowser()
await mkdir(folder, { recursive: true })
const show = await createStates(system)

/** Shows a page at every width and in both themes. */
async function takePictures(name: string, path: string, options: BrowserContextOptions = {}, prepare = settle) {
  for (const width of widths) {
    for (const colorScheme of themes) {
      const file = `${name}-${width}-${colorScheme}`
      if (wanted.length > 0 && !wanted.some((word) => file.includes(word))) continue
      const context = await newVisitor(browser, { viewport: { width, height: 900 }, colorScheme, ...options })
      const page = await context.newPage()
      await page.goto(`${system.gatewayUrl}${path}`)
      await prepare(page)
      await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
      await context.close()
    }
  }
}

const settle = (page: Page): Promise<void> => page.waitForLoadState('networkidle')

for (const state of Object.keys(scenarios)) {
  await show(state)
  await takePictures(`home-${state}`, '/')
  await takePictures(`etat-${state}`, '/etat')
}
await show('red')
await takePictures('home-red-tempo', '/?tariff=tempo')
await takePictures('home-red-spot', '/?tariff=spot')
await show('negative')
await takePictures('home-negative-spot', '/?tariff=spot')
await show('calm')
for (const [name, path] of Object.entries({ ...choices })) await takePictures(`home-${name}`, path)
await takePictures('home-no-script', '/', { javaScriptEnabled: false })
await takePictures('home-print', '/', {}, async (page) => {
  await settle(page)
  await page.emulateMedia({ media: 'print' })
})
await takePictures('home-offline', '/', { serviceWorkers: 'allow' }, async (page) => {
  await settle(page)
  await page.evaluate('navigator.serviceWorker?.ready')
  await page.reload()
  await settle(page)
  await page.context().setOffline(true)
  await page.reload()
  await page.waitForTimeout(500)
})
for (const [name, path] of Object.entries(pages)) await takePictures(name, path)
await browser.close()
await system.stop()
process.exit(0)
