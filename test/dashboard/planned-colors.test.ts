import { expect, test } from 'bun:test'
import type { TariffOutlookResponse } from '@hexawatt/shared/contract/grid-and-tariff'
import type { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { sourceIds } from '@hexawatt/shared/grid/feeds'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { english } from '@hexawatt/svc-web/src/pages/dashboard/texts/english.ts'
import { french } from '@hexawatt/svc-web/src/pages/dashboard/texts/french.ts'
import { startSystem } from '../testing/system-fixture.ts'
import { newVisitor, useBrowser } from './testing/browser.ts'

/** 17:20 in Paris on a Thursday of winter: the colour of the tariff day that begins on Saturday at 06:00 is not published. */
const asOf = '2026-01-15T16:20:00Z'

const system = stopAtEnd(await startSystem({ asOf }))
await ensureDataMode(system.sql, 'demo')
const browser = await useBrowser()
const page = await (await newVisitor(browser)).newPage()

/** 35 hours in up to four pieces, ready on Saturday at noon: they reach into that day, and pause at dear hours. */
const choice = 'appliance=car&energyKWh=80&powerKW=2.3&readyBy=12:00&tariff=tempo'
const query = 'energyKWh=80&powerKW=2.3&maxSegments=4&tariff=tempo&latest=2026-01-17T11:00:00Z'

async function open(language: 'fr' | 'en', objective: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${system.gatewayUrl}/?lang=${language}#${choice}&objective=${objective}`)
  await page.locator('#mix-chart canvas').waitFor()
}
const text = async (selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? ''
const ask = async <Body>(path: string): Promise<Body> => (await (await system.get(path)).json()) as Body

test('without the colours of the season the page says so, in both languages, in place of colours and plan', async () => {
  await system.poll(...sourceIds.filter((id) => id !== 'tariff_calendar'))
  expect((await system.get('/v1/tariff/outlook')).status).toBe(503)
  for (const texts of [french, english]) {
    await open(texts.language, 'cost')
    expect(await text('#tariff-none')).toBe(texts.tariff.none)
    expect(await page.locator('#tariff-days').count()).toBe(0)
    expect(await text('#plan-none')).toBe(texts.plan.unknown.cost)
  }
})

test('with forecast colours the plan of the page is that of GET /v1/schedule for the same load, including its sentence', async () => {
  await system.poll(...sourceIds)
  const outlook = await ask<TariffOutlookResponse>('/v1/tariff/outlook')
  const ofTomorrow = outlook.days.find(({ date }) => date === '2026-01-17')
  expect(ofTomorrow).toMatchObject({ color: null, status: 'forecast' })
  expect(Math.max(...Object.values(ofTomorrow?.probabilities ?? {}))).toBeLessThan(1)
  for (const objective of ['cost', 'carbon'] as const) {
    const { plan, advice } = await ask<ScheduleResponse>(`/v1/schedule?${query}&objective=${objective}`)
    expect([plan.segments.length > 1, plan.cost?.basis]).toEqual([true, 'expected'])
    await open('fr', objective)
    const marks = await page
      .locator('.outlook.wide-only .mark')
      .evaluateAll((all) => all.map(({ dataset }) => [dataset['start'] ?? '', dataset['end'] ?? '']))
    expect(marks.map((ends) => ends.map((end) => end.replace('.000Z', 'Z')))).toEqual(
      plan.segments.map(({ start, end }) => [start, end]),
    )
    expect(await text('#plan-cost')).toContain((plan.cost?.eur ?? Number.NaN).toFixed(2).replace('.', ','))
    const sentence = await text('#plan-sentence')
    expect(sentence).toContain('une couleur n’est pas encore publiée')
    // Of the emissions the page has no error paths, and so tells no probability.
    if (objective === 'cost') expect([sentence, / chances /.test(sentence)]).toEqual([advice, true])
  }
})

test('each tariff day has the colour or the probabilities of GET /v1/tariff/outlook, in both languages', async () => {
  const { days, stock } = await ask<TariffOutlookResponse>('/v1/tariff/outlook')
  for (const { language, tariff } of [french, english]) {
    await open(language, 'cost')
    const rows = await page.locator('#tariff-days tbody tr').all()
    expect(rows).toHaveLength(days.length)
    for (const [index, { date, color, probabilities }] of days.entries()) {
      const row = rows[index]
      expect(await row?.getAttribute('data-date')).toBe(date)
      const said = await row?.locator('.color').textContent()
      expect(said).toBe(color === null ? tariff.forecast : `${tariff.colors[color]}, ${tariff.published}`)
      const shares = (await row?.locator('.number').allTextContents()) ?? []
      const percents = shares.map((share) => Number(share.replaceAll(/[^\d]/g, '')))
      for (const [at, probability] of [probabilities.blue, probabilities.white, probabilities.red].entries()) {
        expect(Math.abs((percents[at] ?? Number.NaN) - 100 * probability)).toBeLessThan(1.05)
      }
    }
    const left = await page.locator('#tariff-stock dd').allTextContents()
    expect(left.slice(0, 2)).toEqual([String(stock.redLeft), String(stock.whiteLeft)])
    expect(await text('#tariff-in-force')).toContain(tariff.inForce)
  }
})

test.each([360, 390])('the table of tariff days is no wider than its section on a phone of %i px', async (width) => {
  await page.setViewportSize({ width, height: 844 })
  await open('fr', 'cost')
  const widths = await page
    .locator('#tariff, #tariff-days')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))
  expect(widths[1]).toBe(widths[0])
})
