import { describe, expect, test } from 'bun:test'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { defaultContract } from '@hexawatt/svc-web/src/kit/contract-choice.ts'
import { renderHomeParts } from '@hexawatt/svc-web/src/pages/home/home-parts.ts'
import { type HomeState, planHome } from '@hexawatt/svc-web/src/pages/home/home-state.ts'
import { createHomeView } from '@hexawatt/svc-web/src/pages/home/home-view.ts'
import { renderLandscape } from '@hexawatt/svc-web/src/pages/home/landscape/landscape-part.ts'
import { frenchLandscape } from '@hexawatt/svc-web/src/pages/home/landscape/texts/french.ts'
import { applianceIds } from '@hexawatt/svc-web/src/pages/home/plan/appliances.ts'
import { makeDefaultChoice } from '@hexawatt/svc-web/src/pages/home/plan/choice.ts'
import { french } from '@hexawatt/svc-web/src/pages/home/texts/french.ts'
import { frenchToday } from '@hexawatt/svc-web/src/pages/home/today/texts/french.ts'
import { makeWindowInput } from '@hexawatt/svc-web/src/pages/home/window-part.ts'
import { makeUpForecast } from './testing/made-up-forecast.ts'

const view = createHomeView('fr', { home: french, landscape: frenchLandscape, today: frenchToday })
const tariffs = [
  { tariff: 'base' },
  { tariff: 'hphc' },
  { tariff: 'tempo' },
  { tariff: 'spot', adderEurPerKwh: 0.078, vatPercent: 20 },
] as const

/** Text of markup, with one plain space between words, and without signs that forbid a break. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\u2060/g, '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim()

const paris = new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', hour: 'numeric', minute: '2-digit' })
/** `3 h`, `3 h 15`, by another way than the page's own. */
function clockOf(stamp: string): string {
  const iso = stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z')
  const [hour = '', minute = ''] = paris.format(Date.parse(iso)).split(':')
  return minute === '00' ? `${Number(hour)} h` : `${Number(hour)} h ${minute}`
}

/** What each part of the page says of a choice. */
function sayings(state: HomeState) {
  const home = planHome(state, view)
  const { answer } = renderHomeParts(state, home, view)
  const picture = renderLandscape(makeWindowInput(state, home, view)).markup
  const calendar = decodeURIComponent(answer.markup.match(/href="(data:[^"]*)"/)?.[1] ?? '')
  const stamps = (name: string) =>
    [...calendar.matchAll(new RegExp(`${name}:(\\w+)`, 'g'))].map(([, at = '']) => clockOf(at))
  const readout = textOf(picture.match(/id="landscape-readout">.*?<\/dl>/s)?.[0] ?? '')
  return {
    home,
    head: textOf(answer.markup.match(/<h1.*?<\/h1>/s)?.[0] ?? ''),
    gain: textOf(answer.markup.match(/<p class="gain".*?<\/p>/s)?.[0] ?? ''),
    slider: textOf(`<p ${picture.match(/aria-valuetext="([^"]*)"/)?.[1] ?? ''}`.slice(3)),
    picture: textOf(picture),
    readout,
    spans: stamps('DTSTART').map((start, index) => [start, stamps('DTEND')[index] ?? ''] as const),
  }
}

describe('headline, frame, readout, slider and calendar name the same time', () => {
  test('in 4 contracts × 6 appliances, at the best moment and after the frame was moved', () => {
    let [compared, moved] = [0, 0]
    for (const seed of [1, 2]) {
      const { dashboard } = makeUpForecast(seed, '2026-02-03T17:07:00Z', 50)
      for (const contract of tariffs) {
        for (const appliance of applianceIds) {
          const choice = makeDefaultChoice(appliance, { ...defaultContract, ...contract })
          const firstMs = Date.parse(dashboard.outlook?.start ?? '')
          for (const startMs of [null, firstMs + 21 * 900_000]) {
            const state: HomeState = { dashboard, reading: { choice, refused: {} }, table: shippedTable, startMs }
            const { home, head, gain, slider, picture, readout, spans } = sayings(state)
            const [[start = '', end = ''] = []] = spans
            if (home.answer.shown === null) continue
            compared += 1
            const named = start === '12 h' ? 'midi' : start === '0 h' ? 'minuit' : start
            const isNamed = /maintenant|quand vous voulez/.test(head) || head.includes(` ${named}`)
            expect([head, start, isNamed]).toEqual([head, start, true])
            // The readout of the plan, and the flag of its frame.
            expect(readout).toContain(`${start} – ${end}`)
            expect(picture.split(`${start} – ${end}`).length).toBeGreaterThan(2)
            if (spans.length > 1) continue
            if (startMs !== null) moved += 1
            expect(slider).toBe(`${head}. ${gain}`)
          }
        }
      }
    }
    expect([compared > 70, moved > 20]).toEqual([true, true])
  })
})
