import { describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { widthOfPage } from '../dashboard/testing/axe.ts'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { fullDashboard, servePages } from './testing/page-server.ts'

const pages = await servePages()
const browser = await useBrowser()
const failures: string[] = []

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await newVisitor(browser, options)).newPage()
  // Also what the content security policy refuses.
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(`${pages.url}${path}`)
  return page
}

const phone = { viewport: { width: 320, height: 700 } }
const readText = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).innerText()).replaceAll(/[\u00a0\u202f\s]+/g, ' ')

describe('for everyone', () => {
  test('text of twice the size needs no sideways scrolling, and without a script nothing that it does is offered', async () => {
    for (const path of ['/etat', '/comprendre']) {
      // A desktop window at 200 %.
      const zoomed = await open(path, { viewport: { width: 640, height: 450 } })
      expect(await widthOfPage(zoomed)).toBe(640)
      const plain = await open(path, { javaScriptEnabled: false })
      expect(
        await plain
          .locator('.scripted')
          .evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().height > 0).length),
      ).toBe(0)
      await Promise.all([zoomed.context().close(), plain.context().close()])
    }
  })
})

describe('the map of the regions', () => {
  test('can be read with the keyboard only: each region has the focus once, arrows lead to its neighbours', async () => {
    const page = await open('/etat')
    // In the order of the alphabet.
    await page.locator('a.region').first().focus()
    expect(await readText(page, '#region-readout h3')).toBe('Auvergne-Rhône-Alpes')
    await page.locator('a[data-region="11"]').focus()
    expect(await readText(page, '#region-readout')).toBe(
      'Île-de-France CO₂ par kWh consommé 14 g CO₂ par kWh produit 8 g Production 1,0 GW Échanges reçoit 0,9 GW CO₂ direct par kWh consommé 0 g',
    )
    await page.keyboard.press('ArrowLeft')
    expect(await readText(page, '#region-readout h3')).toBe('Normandie')
    await page.keyboard.press('ArrowLeft')
    expect(await readText(page, '#region-readout')).toContain('Bretagne CO₂ par kWh consommé –')
    expect(await page.locator('.regions-table .chosen').count()).toBe(1)
    await page.context().close()
  })

  test('is chosen by touch, without leaving the map', async () => {
    const page = await open('/etat', { ...phone, hasTouch: true })
    await page.locator('a[data-region="76"]').tap()
    expect(await readText(page, '#region-readout h3')).toBe('Occitanie')
    expect(new URL(page.url()).hash).toBe('')
    await page.locator('#heat-map td').nth(20).tap()
    expect(await readText(page, '#heat-readout')).toBe('mar. 3 févr., 20 h : 80 sur 100')
    await page.context().close()
  })

  test('needs no sideways scrolling with the longest figures on a narrow phone, in both languages', async () => {
    const { regions } = fullDashboard
    const longest = { consumptionGCo2PerKwh: 888, gCo2PerKwh: 888, totalGenerationMW: 18_888, exchangeMW: 18_888 }
    pages.change({
      regions: regions && { ...regions, regions: regions.regions.map((one) => ({ ...one, ...longest })) },
    })
    for (const language of ['fr', 'en']) {
      const page = await open(`/etat?lang=${language}`, phone)
      expect([language, await widthOfPage(page)]).toEqual([language, phone.viewport.width])
      await page.context().close()
    }
    pages.change(fullDashboard)
  })

  test('without a script a region leads to its row of the table', async () => {
    const page = await open('/etat', { javaScriptEnabled: false })
    await page.locator('a[data-region="76"]').focus()
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).hash).toBe('#region-76')
    await page.context().close()
  })
})

test('new figures replace the old ones, and the chosen region and open tables stay', async () => {
  const page = await open('/etat')
  await page.locator('#mix-details summary').click()
  await page.locator('a[data-region="84"]').focus()
  pages.change({ stale: true, incidents: [] })
  const answered = page.waitForResponse((response) => response.url().endsWith('/etat'))
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await answered
  await page.locator('h1', { hasText: 'Données arrêtées' }).waitFor()
  expect(await readText(page, '#journal')).toContain('Rien à signaler.')
  expect(await readText(page, '#region-readout h3')).toBe('Auvergne-Rhône-Alpes')
  expect(await page.locator('#mix-details').evaluate((details) => details.hasAttribute('open'))).toBe(true)
  pages.change(fullDashboard)
  await page.context().close()
})

test('the score of the hour follows the weights of the reader, by keyboard and by profile', async () => {
  const page = await open('/comprendre')
  const [price, carbon] = ['price', 'carbon'].map((dimension) =>
    page.locator(`tr[data-dimension="${dimension}"] td.r`).first(),
  )
  await page.locator('#profile').selectOption('price')
  expect(await readText(page, '#weight-of-price')).toBe('70 %')
  for (const dimension of ['carbon', 'grid', 'adequacy']) {
    await page.locator(`#weight-${dimension}`).focus()
    await page.keyboard.press('Home')
  }
  expect([await readText(page, '#weight-of-price'), await page.locator('#profile').inputValue()]).toEqual([
    '100 %',
    'custom',
  ])
  expect(await readText(page, '#points-total')).toBe((await price?.innerText()) ?? '')
  expect(await readText(page, '#points-of-carbon')).toBe('0,0')
  expect(await carbon?.innerText()).not.toBe('0,0')
  await page.locator('#weight-price').focus()
  await page.keyboard.press('Home')
  expect(await page.locator('#weights-none').isVisible()).toBe(true)
  await page.context().close()
})

test('no page reports an error, and no policy refuses anything', () => {
  expect(failures).toEqual([])
})
