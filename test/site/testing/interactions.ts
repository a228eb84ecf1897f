import type { Browser, Page } from 'playwright-core'
import { newVisitor } from '../../dashboard/testing/browser.ts'

/** An interaction that took longest of several, as the browser timed its events. */
export type Timed = {
  name: string
  /** From the input until the next picture, in steps of 8 ms; 0 = below 16 ms, which the browser does not report. */
  untilPaintMs: number
  /** From the input until the page has handled it. */
  handledMs: number
}

type Interaction = { name: string; act(page: Page): Promise<void> }

const observeEvents = `
  self.timedEvents = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, startTime, processingEnd, name } of list.getEntries()) {
      if (interactionId > 0 || name === 'pointermove') self.timedEvents.push([duration, processingEnd - startTime])
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

const click = (selector: string) => async (page: Page) => {
  await page.locator(selector).click()
}
const press = (selector: string, key: string) => async (page: Page) => {
  await page.locator(selector).focus()
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press(key)
    await page.waitForTimeout(100)
  }
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('#landscape-frame .pane').boundingBox()
  if (box === null) throw new Error('the frame is drawn')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step += 1) await page.mouse.move(x + 8 * step, y)
  await page.mouse.up()
}

const ofHome: readonly Interaction[] = [
  { name: 'appliance with several pieces', act: click('label:has([value="car"])') },
  { name: 'appliance', act: click('label:has([value="dishwasher"])') },
  { name: 'contract', act: click('label:has([name="tariff"][value="tempo"])') },
  { name: 'deadline', act: press('#ready-by', 'ArrowDown') },
  { name: 'arrow keys on the frame', act: press('#landscape-frame', 'ArrowRight') },
  { name: 'drag of the frame', act: drag },
]
const ofPhone: readonly Interaction[] = [
  { name: 'tap on an hour', act: (page) => page.locator('#landscape-scroller').tap({ position: { x: 250, y: 150 } }) },
  { name: 'tap on an appliance', act: (page) => page.locator('label:has([value="heat-pump"])').tap() },
]
const ofConsumption: readonly Interaction[] = [
  { name: 'contract on /consommations', act: click('label:has([name="tariff"][value="tempo"])') },
  { name: 'share of the evenings', act: press('#share', 'ArrowRight') },
]

/** Times the interactions of the site on a processor of a quarter of the speed. */
export async function timeInteractions(browser: Browser, url: string): Promise<Timed[]> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const timed: Timed[] = []
  for (const [path, interactions, options] of [
    ['/', ofHome, { viewport: { width: 1_440, height: 1_000 } }],
    ['/', ofPhone, phone],
    ['/consommations', ofConsumption, {}],
  ] as const) {
    const context = await newVisitor(browser, options)
    const page = await context.newPage()
    await page.addInitScript(observeEvents)
    await page.goto(`${url}${path}`)
    await page.waitForLoadState('networkidle')
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    for (const { name, act } of interactions) {
      await page.evaluate('self.timedEvents.length = 0')
      await act(page)
      await page.waitForTimeout(600)
      const events = await page.evaluate<[number, number][]>('self.timedEvents')
      const longest = (index: 0 | 1) => Math.round(Math.max(0, ...events.map((event) => event[index])))
      timed.push({ name, untilPaintMs: longest(0), handledMs: longest(1) })
    }
    await context.close()
  }
  return timed
}
