import type { Browser, CDPSession, Page } from 'playwright-core'
import { newVisitor } from '../../dashboard/testing/browser.ts'

/** How a page is loaded; without a connection as fast as the machine is. */
export type Loading = {
  width: number
  height?: number
  colorScheme?: 'light' | 'dark'
  /** A slow connection and processor, as of a phone in the countryside. */
  isSlow?: boolean
}

/** What the first view of a page took. Bytes are those of the bodies as they were sent: compressed. */
export type FirstView = {
  requests: readonly string[]
  bytes: number
  /** Bytes of the document, and of the styles and scripts that the first paint waits for. */
  blockingBytes: number
  /** Bytes that had arrived when something was painted first; of a file that was still arriving, in proportion to the time. */
  bytesBeforePaint: number
  firstPaintMs: number
  /** Sum of the layout shifts; 0 = nothing moved. */
  layoutShift: number
  /** Height of the whole page, px. */
  height: number
}

/** 500 kbit/s with a round trip of 100 ms, and a quarter of the processor's speed. */
const slowConnection = { offline: false, latency: 100, downloadThroughput: 62_500, uploadThroughput: 62_500 }
const slowProcessor = { rate: 4 }

/** Adds up how much moves without an input of the visitor, in `layoutShift` of the page. */
export const observeShifts = `
  self.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) self.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Loads a page as a visitor without a past. @param settle waits until the page is complete @returns the open page too, which the caller closes */
export async function loadFirstView(
  browser: Browser,
  url: string,
  { width, height = 900, colorScheme = 'light', isSlow = false }: Loading,
  settle: (page: Page) => Promise<void>,
): Promise<{ page: Page; view: FirstView }> {
  const context = await newVisitor(browser, { viewport: { width, height }, colorScheme })
  const page = await context.newPage()
  await page.addInitScript(observeShifts)
  const devTools = await context.newCDPSession(page)
  if (isSlow) await slowDown(devTools)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(url)
  await settle(page)
  const measured = await page.evaluate<Omit<FirstView, 'requests'>>(readFigures)
  return { page, view: { requests, ...measured } }
}

async function slowDown(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slowConnection)
  await devTools.send('Emulation.setCPUThrottlingRate', slowProcessor)
}

const readFigures = `(() => {
  const loads = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const sum = (some) => some.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
  const firstPaintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const arrivedShare = ({ responseStart, responseEnd }) =>
    Math.min(1, Math.max(0, (firstPaintMs - responseStart) / Math.max(1, responseEnd - responseStart)))
  return {
    bytes: sum(loads),
    blockingBytes: sum(loads.filter((load) => load.entryType === 'navigation' || load.renderBlockingStatus === 'blocking')),
    bytesBeforePaint: loads.reduce((total, load) => total + load.encodedBodySize * arrivedShare(load), 0),
    firstPaintMs: Math.round(firstPaintMs),
    layoutShift: self.layoutShift,
    height: document.documentElement.scrollHeight,
  }
})()`
