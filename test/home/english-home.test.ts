import { expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { defaultContract } from '@hexawatt/svc-web/src/kit/contract-choice.ts'
import { renderEmptyContent, renderHomeContent } from '@hexawatt/svc-web/src/pages/home/home-content.ts'
import type { HomeState } from '@hexawatt/svc-web/src/pages/home/home-state.ts'
import { createHomeView } from '@hexawatt/svc-web/src/pages/home/home-view.ts'
import { englishLandscape } from '@hexawatt/svc-web/src/pages/home/landscape/texts/english.ts'
import { applianceIds } from '@hexawatt/svc-web/src/pages/home/plan/appliances.ts'
import { makeDefaultChoice } from '@hexawatt/svc-web/src/pages/home/plan/choice.ts'
import { english } from '@hexawatt/svc-web/src/pages/home/texts/english.ts'
import { englishToday } from '@hexawatt/svc-web/src/pages/home/today/texts/english.ts'
import { makeUpForecast } from './testing/made-up-forecast.ts'

const view = createHomeView('en', { home: english, landscape: englishLandscape, today: englishToday })

/** Words that every French sentence has some of, and no English one. */
const frenchWords = /(?<!\p{L})(?:le|la|les|des|du|est|une|sur|pour|dans|et|vos|pas|que|mieux)(?!\p{L})|[lnd]’\p{L}/iu

/** Everything that is shown or read out: texts, and attributes that hold texts. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/(?:aria-label|aria-valuetext|placeholder|title)="([^"]*)"/g, '>$1<')
    .replaceAll(/<[^>]*>/g, ' ')
    // The names of the adder profiles are those of the table.
    .replaceAll(/Réseau \(TURPE [^)]*\) et accise/g, '')

test('the English home page has no French word, under any contract, with and without data and forecast', () => {
  const { dashboard } = makeUpForecast(3, '2026-02-03T17:07:00Z', 50)
  const refused = { offPeak: '22-6', quietHours: '22-7', energyKWh: 'x' }
  let [pages, found] = [0, '']
  for (const tariff of ['base', 'hphc', 'tempo', 'spot'] as const) {
    for (const appliance of applianceIds) {
      for (const outlook of [dashboard.outlook, null]) {
        const choice = makeDefaultChoice(appliance, { ...defaultContract, tariff })
        const quiet = [{ fromMinute: 1_320, toMinute: 420 }]
        const reading = { choice: { ...choice, quiet }, refused: appliance === 'car' ? refused : {} }
        const state: HomeState = { dashboard: { ...dashboard, outlook }, reading, table: shippedTable, startMs: null }
        const { notices, content } = renderHomeContent(state, false, view)
        pages += 1
        found += textOf(notices.markup + content.markup).match(frenchWords)?.[0] ?? ''
      }
    }
  }
  const empty = renderEmptyContent(view)
  found += textOf(empty.notices.markup + empty.content.markup).match(frenchWords)?.[0] ?? ''
  expect([pages, found]).toEqual([48, ''])
})
