import type { Page } from 'playwright-core'
import { launchBrowser } from '../../dashboard/testing/browser.ts'
import { startNormalSystem } from '../../dashboard/testing/dashboard-fixture.ts'
import { loadFirstView } from './first-view.ts'
import { timeInteractions } from './interactions.ts'
import { listPages } from './site-paths.ts'

// Weights, heights and times of the site's pages: `bun dev/src/with-stores.ts test/site/testing/measure-site.ts`. The times
// depend on the machine, so that no test has them. `test/consumption/testing/measure-page.ts` times the load curve of a year.

const rounds = 3

const system = await startNormalSystem()
const browser = await launchBrowser()
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
const paths = await listPages(system.gatewayUrl)
const settle = (page: Page) => page.waitForLoadState('networkidle')

for (const path of paths) {
  for (const width of [390, 1_440]) {
    const { page, view } = await loadFirstView(browser, `${system.gatewayUrl}${path}`, { width }, settle)
    console.log(
      `${path} ${width} px: ${view.height} px high, ${view.requests.length} requests, ${kB(view.bytes)}, ${kB(view.blockingBytes)} of them block the first paint, shift ${view.layoutShift}`,
    )
    await page.context().close()
  }
}
for (let round = 1; round <= rounds; round += 1) {
  const { page, view } = await loadFirstView(browser, `${system.gatewayUrl}/`, { width: 390, isSlow: true }, settle)
  console.log(
    `/ slow, round ${round}: first paint after ${view.firstPaintMs} ms, ${kB(view.bytesBeforePaint)} before it`,
  )
  await page.context().close()
}
for (let round = 1; round <= rounds; round += 1) {
  for (const { name, untilPaintMs, handledMs } of await timeInteractions(browser, system.gatewayUrl)) {
    console.log(`${name}, round ${round}: handled after ${handledMs} ms, painted after ${untilPaintMs} ms`)
  }
}
await browser.close()
await system.stop()
process.exit(0)
