import { resolve } from 'node:path'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type BrowserProgram, packagedPlatform, unpackBrowser } from './packaged-browser.ts'

const cacheDir = resolve(import.meta.dir, '../../../.hexawatt/cache')

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-sync',
  // A container gives /dev/shm 64 MB, too little for a page with charts.
  '--disable-dev-shm-usage',
]

/** How a browser can be found. */
export type BrowserLookups = {
  /** Value of `CHROMIUM_PATH`. */
  named: string | undefined
  onPath(program: string): string | null
  platform: string
  unpack(): Promise<BrowserProgram>
}

const lookups: BrowserLookups = {
  named: Bun.env['CHROMIUM_PATH'],
  onPath: (program) => Bun.which(program),
  platform: `${process.platform}-${process.arch}`,
  unpack: () => unpackBrowser(cacheDir),
}

/**
 * The browser that `CHROMIUM_PATH` names, else the packaged one, else (where the package has none) the one on the PATH. The packaged one
 * goes first: it is the same everywhere, and without the parts that draw windows a page takes it half the CPU.
 *
 * @throws with instructions where there is none
 */
export async function findBrowser({ named, onPath, platform, unpack }: BrowserLookups): Promise<BrowserProgram> {
  if (!named && platform === packagedPlatform) return unpack()
  const executablePath = named || onPath('chromium')
  if (executablePath) return { executablePath, env: {} }
  throw new Error(
    `There is no packaged Chromium for ${platform}: install one as \`chromium\`, or name a Chrome or Chromium in CHROMIUM_PATH.`,
  )
}

/** A real browser, without a window. */
export async function launchBrowser(search: BrowserLookups = lookups): Promise<Browser> {
  const { executablePath, env } = await findBrowser(search)
  return chromium.launch({ executablePath, args: flags, env: { ...Bun.env, ...env } })
}

/** A browser for the test file that calls it, which ends with the file. */
export async function useBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  closeAtEnd(() => browser.close())
  return browser
}

/** How a page is looked at. */
export const viewports = { phone: { width: 360, height: 800 }, desktop: { width: 1280, height: 900 } } as const

/** A visitor without a past: no cookies, no cache; and no copy of the site, whose service worker would answer in place of what a test prepares. */
export function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    viewport: viewports.desktop,
    locale: 'fr-FR',
    timezoneId: 'America/New_York',
    serviceWorkers: 'block',
    ...options,
  })
}

/** Most tries to take a picture: on a busy machine Chromium often has no finished frame yet, and says so at once. */
const maxPictureTries = 8

/**
 * `WRITE_SCREENSHOT=1 bun run test test/dashboard test/account` writes pictures: all states of the pages into `.hexawatt/screenshots`, to be looked at, and
 * those of the README and the docs anew. Other runs take none, because nothing checks them and fifty would take 12 s of processor time.
 */
export const writesPictures = Bun.env['WRITE_SCREENSHOT'] === '1'

/** Takes a picture of the whole page, where this run {@link writesPictures}: as PNG that is packed fast. */
export async function takePicture(page: Page, path: string): Promise<void> {
  if (!writesPictures) return
  const devTools = await page.context().newCDPSession(page)
  const wanted = { format: 'png', optimizeForSpeed: true, captureBeyondViewport: true } as const
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await devTools.send('Page.captureScreenshot', wanted)
      await Bun.write(path, Buffer.from(data, 'base64'))
      break
    } catch (error) {
      if (tries === maxPictureTries) throw error
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  }
  await devTools.detach()
}
