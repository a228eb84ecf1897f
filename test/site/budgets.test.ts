import { describe, expect, test } from 'bun:test'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { Page } from 'playwright-core'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startNormalSystem } from '../dashboard/testing/dashboard-fixture.ts'
import { loadFirstView, observeShifts } from './testing/first-view.ts'
import { createStates } from './testing/shown-states.ts'
import { listPages } from './testing/site-paths.ts'

// What a first visitor has to load, scroll and wait for, without times: `testing/measure-site.ts` prints those.

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()
const show = await createStates(system)
const paths = await listPages(system.gatewayUrl)

const settle = (page: Page): Promise<void> => page.waitForLoadState('networkidle')
const isOwn = (url: string): boolean => url.startsWith(`${system.gatewayUrl}/`) || url.startsWith('data:')

/** Most compressed bytes of the first view of a page, of its document with what its first paint waits for, and most requests. */
type Budget = { bytes: number; blockingBytes: number; requests: number }
const usual: Budget = { bytes: 30_000, blockingBytes: 25_000, requests: 8 }
const budgets: Readonly<Record<string, Budget>> = {
  '/': { bytes: 90_000, blockingBytes: 45_000, requests: 8 },
  '/consommations': { bytes: 90_000, blockingBytes: 45_000, requests: 8 },
  // The reference is a program of its own, which the calls without a script do not wait for.
  '/docs': { bytes: 600_000, blockingBytes: 50_000, requests: 8 },
  '/embed': { bytes: 4_000, blockingBytes: 4_000, requests: 1 },
}

describe('the first view at 390 px', () => {
  test.each(paths)('of %s is within its weight, asks only this site and shifts nothing', async (path) => {
    const { page, view } = await loadFirstView(browser, `${system.gatewayUrl}${path}`, { width: 390 }, settle)
    const { requests, bytes, blockingBytes, layoutShift } = view
    await page.context().close()
    const budget = budgets[path] ?? usual
    expect({ foreign: requests.filter((url) => !isOwn(url)), layoutShift }).toEqual({ foreign: [], layoutShift: 0 })
    expect(requests.length).toBeWithin(1, budget.requests + 1)
    expect(blockingBytes).toBeWithin(1_000, budget.blockingBytes + 1)
    expect(bytes).toBeWithin(blockingBytes, budget.bytes + 1)
  })
})

describe('the home page', () => {
  test.each([
    ['calm', 390, 2_500, ['/']],
    ['calm', 1_440, 1_750, ['/', '/?tariff=tempo']],
    ['red', 390, 2_850, ['/', '/?tariff=tempo']],
    ['red', 1_440, 1_800, ['/', '/?tariff=tempo']],
  ] as const)('on a %s day at %i px is at most %i px high', async (state, width, height, queries) => {
    await show(state)
    for (const query of queries) {
      for (const language of ['fr', 'en']) {
        const url = `${system.gatewayUrl}${query}${query.includes('?') ? '&' : '?'}lang=${language}`
        const { page, view } = await loadFirstView(browser, url, { width }, settle)
        await page.context().close()
        expect([query, language, view.height > 1_000, Math.max(view.height, height)]).toEqual([
          ...[query, language, true, height],
        ])
      }
    }
    await show('calm')
  })

  test.each([390, 1_440])(
    'at %i px keeps appliances and contracts under the finger that chooses them',
    async (width) => {
      const context = await newVisitor(browser, { viewport: { width, height: 900 } })
      const page = await context.newPage()
      await page.addInitScript(observeShifts)
      await page.goto(`${system.gatewayUrl}/`)
      await settle(page)
      const readTops = () =>
        page.evaluate<number[]>(
          `['.pick', '#contrat'].map((part) => Math.round(document.querySelector(part).getBoundingClientRect().top + scrollY))`,
        )
      const tops = await readTops()
      // The washing machine last: the pieces of a split load have a line of their own, which other contracts would add.
      const choices = ['car', 'heat-pump', 'washing-machine', 'hphc', 'tempo', 'spot', 'base']
      for (const choice of choices) {
        await page.locator(`[type="radio"][value="${choice}"]`).check({ force: true })
        expect([choice, await readTops()]).toEqual([choice, tops])
      }
      expect(await page.evaluate<number>('self.layoutShift')).toBe(0)
      await context.close()
    },
  )

  test.each([390, 1_440])('at %i px keeps everything in its place when its data are renewed', async (width) => {
    const context = await newVisitor(browser, { viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(observeShifts)
    await page.clock.install()
    await page.goto(`${system.gatewayUrl}/`)
    await settle(page)
    const before = await page.locator('#now-heading').textContent()
    system.clock.advance({ minutes: 5 })
    await system.refreshLive()
    await page.clock.fastForward(61_000)
    await page
      .locator('#now-heading')
      .filter({ hasNotText: before ?? '' })
      .waitFor({ timeout: 20_000 })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate<number>('self.layoutShift')).toBe(0)
    await context.close()
  })
})
