import { afterAll, describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { newVisitor, useBrowser, viewports } from '../dashboard/testing/browser.ts'
import { startLocalSite } from './testing/local-site.ts'

const browser = await useBrowser()
const site = await startLocalSite()
afterAll(() => site.stop())

/** Opens a page for a new visitor, and closes it afterwards. */
async function visit(path: string, look: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await newVisitor(browser, options)
  try {
    const page = await context.newPage()
    await page.goto(`${site.url}${path}`)
    await look(page)
  } finally {
    await context.close()
  }
}

const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement?.textContent?.trim() ?? ""')

describe('the header', () => {
  test('on a phone is a menu that the keyboard opens, and Escape closes', async () => {
    await visit(
      '/plans',
      async (page) => {
        await page.keyboard.press('Tab')
        expect(await focused(page)).toBe('Aller au contenu')
        for (let link = 0; link < 3; link++) await page.keyboard.press('Tab')
        expect(await focused(page)).toBe('Menu')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Tab')
        expect(await focused(page)).toBe('Accueil')
        await page.keyboard.press('Escape')
        expect(await page.locator('details.menu').getAttribute('open')).toBeNull()
        expect(await focused(page)).toBe('Menu')
      },
      { viewport: viewports.phone },
    )
  })

  test('on a phone has targets of 44 px', async () => {
    await visit(
      '/plans',
      async (page) => {
        await page.click('details.menu summary')
        const small = await page.evaluate<string[]>(`[...document.querySelectorAll('header a, header summary')]
          .map((one) => [one.textContent, one.getBoundingClientRect()])
          .filter(([, { width, height }]) => width > 0 && height < 44).map(([text]) => text)`)
        expect(small).toEqual([])
      },
      { viewport: viewports.phone },
    )
  })

  test.each(['fr-FR', 'en-GB'])(
    'is one line at every width, with the longest name of a contract: %s',
    async (locale) => {
      const context = await newVisitor(browser, { locale })
      await context.addCookies([{ name: 'contract', value: 'tariff%3Dspot', url: site.url }])
      const page = await context.newPage()
      await page.goto(`${site.url}/plans`)
      for (const width of [320, 390, 500, 577, 768, 1024, 1057, 1200, 1249, 1440]) {
        await page.setViewportSize({ width, height: 600 })
        const [scrolled, height] = await page.evaluate<number[]>(
          `[document.documentElement.scrollWidth, document.querySelector('.top').getBoundingClientRect().height]`,
        )
        expect([width, scrolled, (height ?? 0) < 70]).toEqual([width, width, true])
      }
      await context.close()
    },
  )

  test('without JavaScript the menu opens, and appearance and language are chosen by forms and links', async () => {
    await visit(
      '/plans',
      async (page) => {
        await page.click('details.menu summary')
        await page.click('.sheet a[hreflang=en]')
        expect(await page.getAttribute('html', 'lang')).toBe('en')
        await page.selectOption('#theme', 'dark')
        await page.click('.look button')
        expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
        // Both choices are remembered.
        await page.goto(`${site.url}/plans`)
        expect([await page.getAttribute('html', 'lang'), await page.getAttribute('html', 'data-theme')]).toEqual([
          'en',
          'dark',
        ])
      },
      { viewport: viewports.phone, javaScriptEnabled: false },
    )
  })
})

test('the first visit is in the language of the browser; the appearance applies at once and to the next page', async () => {
  await visit(
    '/plans',
    async (page) => {
      expect(await page.getAttribute('html', 'lang')).toBe('en')
      const stored = page.waitForResponse((response) => response.url().endsWith('?theme=dark'))
      await page.selectOption('#theme', 'dark')
      expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(11, 15, 33)')
      await stored
      await page.goto(`${site.url}/confidentialite`)
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark')
    },
    { locale: 'en-GB', colorScheme: 'light' },
  )
})

test('on paper pages are light, without navigation, whatever the appearance', async () => {
  await visit('/plans?theme=dark', async (page) => {
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect(await page.evaluate<string>('getComputedStyle(document.body).color')).toBe('rgb(20, 26, 56)')
    for (const part of ['.nav.bar', '.look', '.mine']) expect(await page.locator(part).first().isVisible()).toBe(false)
    expect(await page.locator('#plans').isVisible()).toBe(true)
  })
})
