import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import type { BrowserContext, Page } from 'playwright-core'
import { newVisitor, useBrowser } from '../dashboard/testing/browser.ts'
import { startNormalSystem } from '../dashboard/testing/dashboard-fixture.ts'

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()

let context: BrowserContext
let page: Page
beforeEach(async () => {
  context = await newVisitor(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

/** Opens the page, and waits until its script has the data. */
const open = (query = '', on = page): Promise<void> => waitForScript(() => on.goto(`${system.gatewayUrl}/${query}`), on)

/** Waits for the script, which starts after the first paint. */
async function waitForScript(load: () => Promise<unknown>, on = page): Promise<void> {
  const hasData = on.waitForResponse((response) => response.url().endsWith('/api/dashboard'))
  await load()
  await (await hasData).finished()
}
const textOf = async (selector: string, on = page): Promise<string> =>
  ((await on.locator(selector).textContent()) ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')

/** Start and end of each entry of the calendar that the page offers. */
async function calendarSpans(on = page): Promise<string[][]> {
  const address = (await on.locator('#calendar').getAttribute('href')) ?? ''
  const lines = decodeURIComponent(address.slice(address.indexOf(',') + 1)).split('\r\n')
  const stamps = (name: string) =>
    lines.flatMap((line) => (line.startsWith(`${name}:`) ? [line.split(':')[1] ?? ''] : []))
  const ends = stamps('DTEND')
  return stamps('DTSTART').map((start, index) => [start, ends[index] ?? ''])
}
const toStamp = (instant: string): string => instant.replaceAll(/[-:]/g, '')

/** Choices of the page, and what they are called at `/v1/schedule`. */
const asked = [
  ['appliance=washing-machine&tariff=base', 'energyKWh=1.2&powerKW=0.6&tariff=base&objective=carbon'],
  [
    'appliance=dishwasher&tariff=hphc&offPeak=01:30-07:30',
    'energyKWh=1&powerKW=0.5&tariff=hphc&offPeak=01:30-07:30&objective=cost',
  ],
  [
    'appliance=tumble-dryer&tariff=tempo&quiet=22:00-07:00&readyBy=18:00',
    'energyKWh=2&powerKW=1&tariff=tempo&quiet=22:00-07:00&objective=cost&latest=18:00',
  ],
  [
    'appliance=car&tariff=spot&adderEurPerKwh=0.078&vatPercent=20',
    'energyKWh=30&powerKW=7.4&maxSegments=4&tariff=spot&adderEurPerKwh=0.078&vatPercent=20&objective=cost',
  ],
  [
    'appliance=heat-pump&tariff=base&objective=score',
    'energyKWh=12&powerKW=2&maxSegments=8&tariff=base&objective=score',
  ],
] as const

test('the plan of the page is that of GET /v1/schedule under every contract, with the script and without', async () => {
  for (const [choice, query] of asked) {
    const latest = query.includes('latest=') ? '' : '&latest=07:00'
    const { plan } = (await (await system.get(`/v1/schedule?${query}${latest}`)).json()) as ScheduleResponse
    const expected = plan.segments.map(({ start, end }) => [toStamp(start), toStamp(end)])
    const withoutScript = await (await system.get(`/?${choice}`)).text()
    const address = withoutScript.match(/href="(data:text\/calendar[^"]*)"/)?.[1] ?? ''
    const starts = [...decodeURIComponent(address).matchAll(/DTSTART:(\w+)/g)].map(([, start]) => start)
    expect([choice, starts]).toEqual([choice, expected.map(([start]) => start)])
    await open(`?${choice}`)
    expect([choice, await calendarSpans()]).toEqual([choice, expected])
  }
})

describe('the choice', () => {
  test('with the keyboard only changes the answer, which is then announced', async () => {
    await open('?lang=en')
    await page.locator('[name="appliance"]:checked').focus()
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowRight')
    expect(await textOf('#head')).toStartWith('Tumble dryer:')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await textOf('#contract-name')).toBe('Off-peak')
    expect(await page.locator('#offPeak').isVisible()).toBe(true)
    await page.locator('#ready-by').focus()
    await page.keyboard.press('End')
    expect(await page.locator('#ready-by').inputValue()).toBe('any')
    await page.locator('#more summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('#energyKWh').fill('4')
    expect(new URL(page.url()).search).toBe(
      '?appliance=tumble-dryer&energyKWh=4&readyBy=any&tariff=hphc&offPeak=22:00-06:00&lang=en',
    )
    expect(await page.locator('#answer').getAttribute('aria-live')).toBe('polite')
  })

  test('remembers the contract, so that the next first view is right before any script, and gives its address to others', async () => {
    await open()
    expect(await textOf('#ask')).toBe('Quel est votre contrat ?')
    const isKept = page.waitForResponse((response) => response.url().includes('keep=contract'))
    await page.locator('[name="tariff"][value="tempo"]').check()
    await isKept
    await page.locator('[name="appliance"][value="car"]').check()
    const answer = await textOf('#answer')
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'contract')?.value).toBe('tariff=tempo')
    const address = page.url()
    const other = await newVisitor(browser, { javaScriptEnabled: false })
    const visit = await other.newPage()
    await visit.goto(address)
    expect(await textOf('#answer', visit)).toBe(answer)
    expect(await textOf('#ask', visit)).toBe('Mon contrat')
    await other.addCookies([{ name: 'contract', value: 'tariff=tempo', url: system.gatewayUrl }])
    await visit.goto(`${system.gatewayUrl}/`)
    expect(await visit.locator('[name="tariff"]:checked').inputValue()).toBe('tempo')
    expect(await textOf('#contract-name', visit)).toBe('Tempo')
    await other.close()
  })

  test('never replaces off-peak hours that cannot be read: not while typing, not after a reload', async () => {
    await open('?appliance=dishwasher&tariff=hphc&offPeak=01:30-07:30')
    const [head, basis] = [await textOf('#head'), await textOf('#basis')]
    await page.locator('#offPeak').fill('22-6')
    expect(await textOf('#offPeak-note')).toContain('Nous ne lisons pas « 22-6 »')
    expect(await textOf('#offPeak-note')).toContain('nous gardons 1 h 30 à 7 h 30')
    expect([await textOf('#head'), await textOf('#basis')]).toEqual([head, basis])
    const isKept = page.waitForResponse((response) => response.url().includes('keep=contract'))
    await page.locator('#offPeak').blur()
    await isKept
    await waitForScript(() => page.reload())
    expect(await page.locator('#offPeak').inputValue()).toBe('22-6')
    expect(await page.locator('#offPeak').getAttribute('aria-invalid')).toBe('true')
    expect([await textOf('#head'), await textOf('#basis')]).toEqual([head, basis])
    await page.locator('#offPeak').fill('HC (1H30-7H30)')
    expect(await page.locator('#offPeak').getAttribute('aria-invalid')).toBeNull()
    expect(await textOf('#offPeak-note')).toContain(
      'Compris : 1 h 30 à 7 h 30, soit 6 h par jour ; c’est d’ordinaire 8 h',
    )
  })

  test('without JavaScript is a form that the server answers, and remembers', async () => {
    const visitor = await newVisitor(browser, { javaScriptEnabled: false })
    const visit = await visitor.newPage()
    await visit.goto(`${system.gatewayUrl}/`)
    await visit.locator('[name="appliance"][value="dishwasher"]').check({ force: true })
    await visit.locator('[name="tariff"][value="hphc"]').check({ force: true })
    await visit.locator('#offPeak').fill('HC (1H30-7H30;12H30-14H30)')
    await visit.locator('[name="quiet"]').check()
    await visit.getByRole('button', { name: 'Recalculer' }).click()
    expect(new URL(visit.url()).search).toBe(
      '?appliance=dishwasher&quiet=22:00-07:00&tariff=hphc&offPeak=01:30-07:30,12:30-14:30'.replaceAll(',', '%2C'),
    )
    expect(await textOf('#head', visit)).toStartWith('Lave-vaisselle :')
    await visit.goto(`${system.gatewayUrl}/`)
    expect(await visit.locator('#offPeak').inputValue()).toBe('1h30-7h30 ; 12h30-14h30')
    await visitor.close()
  })
})

test('the plan is added to a calendar by a download, with one entry for each piece', async () => {
  await open('?appliance=car&tariff=spot&lang=en')
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#calendar').click()])
  expect(download.suggestedFilename()).toBe('hexawatt.ics')
  expect((await calendarSpans()).length).toBeGreaterThan(0)
})

describe('as time passes', () => {
  test('the page shows newer data by itself, keeps the focus, and says when the server does not answer', async () => {
    await page.clock.install()
    await open('?lang=en')
    await page.locator('#calendar').focus()
    const addressOf = () => page.locator('#calendar').getAttribute('href')
    const before = await addressOf()
    // A new forecast is issued at every full hour.
    system.clock.advance({ minutes: 50 })
    await system.refreshLive()
    await page.clock.fastForward(61_000)
    await page.locator(`#calendar:not([href="${before}"])`).waitFor()
    expect(await page.evaluate('document.activeElement.id')).toBe('calendar')
    await context.setOffline(true)
    await page.clock.fastForward(61_000)
    await page.locator('#offline').waitFor({ state: 'visible' })
    await context.setOffline(false)
    await page.clock.fastForward(61_000)
    await page.locator('#offline').waitFor({ state: 'hidden' })
  })
})
