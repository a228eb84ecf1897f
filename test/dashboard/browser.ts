import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'

/** Where Debian, and a machine with its own build, have it. */
const places = [Bun.env['CHROMIUM_PATH'], Bun.which('chromium'), '/usr/bin/chromium']

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-sync',
]

/**
 * A real browser, without a window.
 *
 * @throws with what to do when there is none
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => typeof path === 'string' && existsSync(path))
  if (typeof executablePath !== 'string') {
    throw new Error('There is no Chromium: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.')
  }
  return chromium.launch({ executablePath, args: flags })
}

/** How a page is looked at. */
export const viewports = { phone: { width: 360, height: 800 }, desktop: { width: 1280, height: 900 } } as const

/** A visitor without a past: no cookies, no cache. */
export function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: viewports.desktop,
    locale: 'fr-FR',
    timezoneId: 'America/New_York',
    ...options,
  })
}
