import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { appliances } from '@hexawatt/svc-web/src/pages/dashboard/plan/choice.ts'
import { english } from '@hexawatt/svc-web/src/pages/dashboard/texts/english.ts'
import { applianceIds } from '@hexawatt/svc-web/src/pages/dashboard/texts/texts.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { newVisitor, useBrowser } from './testing/browser.ts'
import { startEmptySystem, startNormalSystem } from './testing/dashboard-fixture.ts'
import { cheapestPlan, expectedSentence } from './testing/expected-plan.ts'

let context: BrowserContext
let page: Page

const system = stopAtEnd(await startNormalSystem())
const browser = await useBrowser()
const dashboard = (await (await system.get('/api/dashboard')).json()) as DashboardResponse
beforeEach(async () => {
  context = await newVisitor(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

async function open(address = '', on = page): Promise<void> {
  await on.goto(`${system.gatewayUrl}/${address}`)
  await on.locator('#mix-chart canvas').waitFor()
}
const sentence = (on = page): Promise<string | null> => on.locator('#plan-sentence').textContent()
/** The pieces that are marked in the picture for wide screens. */
const marked = (): Promise<[string, string][]> =>
  page
    .locator('.outlook.wide-only .mark')
    .evaluateAll((marks) => marks.map(({ dataset }) => [dataset['start'] ?? '', dataset['end'] ?? '']))

describe('the answer', () => {
  test.each(applianceIds)(
    'the answer to %s is the optimiser’s sentence in both languages, and is marked in the picture',
    async (id) => {
      const plan = cheapestPlan(dashboard, { ...appliances[id], readyBy: '07:00' })
      for (const language of ['fr', 'en'] as const) {
        await open(`?lang=${language}`)
        await page.locator(`#planner [value="${id}"]`).check()
        expect(await sentence()).toBe(expectedSentence(plan, language))
        expect(await marked()).toEqual(plan.pieces)
      }
    },
  )

  test('no other start of an uninterrupted load costs less, tried one by one', async () => {
    await open('?lang=en#appliance=tumble-dryer')
    const prices = dashboard.outlook?.eurPerMwh ?? []
    const startMs = Date.parse(dashboard.outlook?.start ?? '')
    const slots = (Date.parse('2026-04-22T05:00:00Z') - startMs) / 900_000
    const costs = Array.from({ length: slots - 7 }, (_, first) => {
      const sum = prices.slice(first, first + 8).reduce<number>((total, price) => total + (price ?? Number.NaN), 0)
      return (sum / 8 / 1_000) * appliances['tumble-dryer'].energyKWh
    })
    const [[start] = ['']] = await marked()
    const cost = costs[(Date.parse(start) - startMs) / 900_000] ?? Number.NaN
    expect(cost).toBeCloseTo(Math.min(...costs), 9)
    expect(await page.locator('#plan-cost').textContent()).toContain(`${cost.toFixed(2)}\u00a0€`)
  })

  test('the answer says so if the load runs longer than the forecast', async () => {
    await open('?lang=en#appliance=car&energyKWh=100&powerKW=0.1')
    expect(await page.locator('#plan-none').textContent()).toBe(english.plan.tooLong)
    expect(await page.locator('.outlook .mark').count()).toBe(0)
  })

  test('the answer follows the contract: the cleanest of the off-peak hours as typed, and a single price leaves only the emissions to choose by', async () => {
    await open('?lang=en#appliance=dishwasher&tariff=hphc')
    await page.locator('#plan-offPeak').fill('01:30-04:30')
    const [startMs, grams] = [Date.parse(dashboard.outlook?.start ?? ''), dashboard.outlook?.gCo2PerKwh ?? []]
    // Two hours fit into 01:30 to 04:30 in Paris from five starts on.
    const starts = [0, 1, 2, 3, 4].map((quarters) => Date.parse('2026-04-21T23:30:00Z') + quarters * 900_000)
    const sums = starts.map((atMs) => {
      const first = (atMs - startMs) / 900_000
      return grams.slice(first, first + 8).reduce<number>((total, value) => total + (value ?? Number.NaN), 0)
    })
    const cleanest = starts[sums.indexOf(Math.min(...sums))] ?? Number.NaN
    expect((await marked())[0]?.[0]).toBe(new Date(cleanest).toISOString())
    expect(await page.locator('#plan-headline').textContent()).toBe('Start tomorrow at\u00a002:30, done at\u00a004:30.')
    await page.locator('#plan-tariff').selectOption('base')
    expect(await page.locator('#plan-objective').inputValue()).toBe('carbon')
    expect(await page.locator('#plan-offPeak').isVisible()).toBe(false)
  })
})

test('the keyboard alone chooses appliance, energy and time, and changes are announced to screen readers', async () => {
  await open('?lang=en')
  await page.locator('#planner [name="appliance"]:checked').focus()
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('ArrowRight')
  expect(await page.locator('#planner :checked').first().inputValue()).toBe('tumble-dryer')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('4')
  await page.locator('#plan-readyBy').fill('18:00')
  const plan = cheapestPlan(dashboard, { energyKWh: 4, powerKW: 1, maxSegments: 1, readyBy: '18:00' })
  expect(await sentence()).toBe(expectedSentence(plan, 'en'))
  expect(await page.locator('#answer').getAttribute('aria-live')).toBe('polite')
})

test('the choice is remembered, and its link gives another reader the same answer', async () => {
  await open('?lang=en')
  await page.locator('#planner [value="car"]').check()
  await page.locator('#plan-energyKWh').fill('12')
  const answer = await sentence()
  const link = await page.locator('#plan-link').getAttribute('href')
  expect(new URL(page.url()).hash).toBe(link ?? '')
  await open('?lang=en')
  expect([await page.locator('#plan-energyKWh').inputValue(), await sentence()]).toEqual(['12', answer])
  const other = await newVisitor(browser)
  const visit = await other.newPage()
  await open(`?lang=en${link}`, visit)
  expect(await sentence(visit)).toBe(answer)
  await other.close()
})

test('the plan exports to a calendar in Paris time, whatever the time zone of the reader', async () => {
  await open('?lang=en#appliance=car')
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#plan-calendar').click()])
  expect(download.suggestedFilename()).toBe('hexawatt.ics')
  const address = (await page.locator('#plan-calendar').getAttribute('href')) ?? ''
  const lines = decodeURIComponent(address.slice(address.indexOf(',') + 1)).split('\r\n')
  const stamps = (name: string) => lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.split(':')[1])
  const compact = (instant: string) => `${instant.replaceAll(/[-:]/g, '').slice(0, 15)}Z`
  const pieces = await marked()
  expect(stamps('DTSTART')).toEqual(pieces.map(([start]) => compact(start)))
  expect(stamps('DTEND')).toEqual(pieces.map(([, end]) => compact(end)))
  expect(stamps('SUMMARY')).toEqual(pieces.map(() => 'Car'))
  expect([lines[0], lines.at(-2)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR'])
  expect(new Set(stamps('UID')).size).toBe(pieces.length)
})

test('a phone gets its own picture with readable letters', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open()
  expect(await page.locator('.wide-only').isVisible()).toBe(false)
  const heights = await page
    .locator('.narrow-only text')
    .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(15)
  expect(Math.min(...heights)).toBeGreaterThan(10)
})

test('without JavaScript the first answer and the picture are present, and no form that has no effect', async () => {
  const visitor = await newVisitor(browser, { javaScriptEnabled: false })
  const visit = await visitor.newPage()
  await visit.goto(`${system.gatewayUrl}/`)
  const plan = cheapestPlan(dashboard, { ...appliances['washing-machine'], readyBy: '07:00' })
  expect(await sentence(visit)).toBe(expectedSentence(plan, 'fr'))
  expect(await visit.locator('.outlook .mark').count()).toBeGreaterThan(0)
  expect(await visit.locator('#planner').isVisible()).toBe(false)
  await visitor.close()
})

test('the answer follows the time, and the focus stays where it is', async () => {
  await page.clock.install()
  await open('?lang=en')
  const before = await page.locator('#plan-headline').textContent()
  await page.locator('#plan-link').focus()
  system.clock.advance({ minutes: 20 })
  await system.refreshLive()
  await page.clock.fastForward(61_000)
  await page.locator('#plan-headline', { hasNotText: before ?? '' }).waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('plan-link')
})

test('without a forecast the page says so in place of an answer', async () => {
  const empty = await startEmptySystem()
  await page.goto(`${empty.gatewayUrl}/?lang=en`)
  expect(await page.locator('#answer').textContent()).toBe(english.plan.none)
  expect(await page.locator('#planner').isVisible()).toBe(false)
  await empty.stop()
})
