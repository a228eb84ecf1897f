import { describe, expect, test } from 'bun:test'
import { composeDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { getDashboard } from '@hexawatt/shared/contract/operations/get-dashboard'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { findRecordedAnswer } from '@hexawatt/shared/openapi/examples'
import { DashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'
import { createBadgePage } from './badge-page.ts'
import { badgeStyles, badgeThemes, metrics } from './embed-choices.ts'
import { createEmbedPage } from './embed-page.ts'

const snapshot = v.parse(DashboardSnapshot, findRecordedAnswer(getDashboard).body)
const computed = Temporal.Instant.from('2026-02-03T18:20:30Z')

/** Badge and card of an installation, whose clock and data a test moves. */
function createEmbeds() {
  const present: { now: Temporal.Instant; dashboard: DashboardResponse | null } = {
    now: computed,
    dashboard: composeDashboard({ ...snapshot, mode: 'live' }, computed),
  }
  const deps = {
    current: { latest: async () => present.dashboard },
    clock: { now: () => present.now },
    publicBaseUrl: 'https://power.example',
  }
  const [badge, card] = [createBadgePage(deps), createEmbedPage(deps)]
  const ask = async (page: typeof badge, query: string, headers: Record<string, string>): Promise<Response> =>
    page.answer(new Request(`http://localhost${page.path}${query}`, { headers }))
  return {
    present,
    badge: (query = '', headers: Record<string, string> = {}) => ask(badge, query, headers),
    card: (query = '', headers: Record<string, string> = {}) => ask(card, query, headers),
    /** The same data at another instant. */
    moveTo(now: string) {
      present.now = Temporal.Instant.from(now)
      present.dashboard = composeDashboard({ ...snapshot, mode: 'live' }, present.now)
    },
  }
}

/** What a picture says to a screen reader, which is everything that it draws. */
const titleOf = async (response: Response): Promise<string> =>
  (await response.text()).match(/<title>(.*?)<\/title>/)?.[1]?.replaceAll('\u00a0', ' ') ?? ''

const refusalOf = (answer: Promise<Response>): Promise<AppError> =>
  answer.then(
    () => Promise.reject(new Error('not refused')),
    (error) => (error instanceof AppError ? error : Promise.reject(error)),
  )

describe('the badge', () => {
  test('shows the score of now, or the intensity in whole grams, in both languages', async () => {
    const { badge } = createEmbeds()
    const texts = ['', '?lang=en', '?metric=carbon', '?metric=carbon&lang=en&style=hexagon'].map(async (query) =>
      titleOf(await badge(query)),
    )
    expect(await Promise.all(texts)).toEqual([
      'électricité, note 25 défavorable',
      'electricity, score 25 unfavourable',
      'électricité, CO₂ 51 g/kWh',
      'electricity, CO₂ 51 g/kWh',
    ])
  })

  test('says so in words where a value is not known, and never shows 0', async () => {
    const { present, badge } = createEmbeds()
    present.dashboard = null
    for (const metric of metrics) {
      for (const style of badgeStyles) {
        const text = await (await badge(`?metric=${metric}&style=${style}`)).text()
        expect(text).toContain('pas de donnée')
        expect(text).not.toMatch(/>0[ <]/)
      }
    }
  })

  test('says that its value is late, and has no colour of the scale any more', async () => {
    const { badge, moveTo } = createEmbeds()
    moveTo('2026-02-03T18:40:00Z')
    const text = await (await badge('?lang=en')).text()
    expect(text).toContain('25 unfavourable (late, computed Tue 3 Feb, 19:20)')
    expect(text).not.toContain('#b93')
    expect(text).toContain('#e4e7f7')
  })

  test('says that values of the demo are invented', async () => {
    const { present, badge, card } = createEmbeds()
    present.dashboard = composeDashboard({ ...snapshot, mode: 'demo' }, computed)
    expect(await titleOf(await badge())).toContain('valeurs inventées')
    expect(await (await card()).text()).toContain('valeurs inventées')
  })

  test('is a valid picture that loads nothing in each of its forms', async () => {
    const { badge } = createEmbeds()
    for (const theme of badgeThemes) {
      for (const style of badgeStyles) {
        const response = await badge(`?theme=${theme}&style=${style}`)
        const text = await response.text()
        expect(response.headers.get('content-type')).toBe('image/svg+xml')
        expect(text).not.toMatch(/NaN|undefined|\sstyle=|<style|<script|href=/)
        const opened = [...text.matchAll(/<(\w+)[^<>]*(?<!\/)>/g)].map(([, name]) => name)
        const closed = [...text.matchAll(/<\/(\w+)>/g)].map(([, name]) => name)
        expect(opened.toSorted()).toEqual(closed.toSorted())
      }
    }
  })

  test('is refused with the name of the parameter, what came and what is accepted', async () => {
    const { badge, card } = createEmbeds()
    const refusals = await Promise.all(
      [badge('?metric=price'), badge('?style=flat&style=hexagon'), badge('?size=big'), card('?theme=blue')].map(
        refusalOf,
      ),
    )
    expect(refusals.map(({ status, options }) => [status, options.detail])).toEqual([
      [400, 'Query parameter "metric" (received "price") is not valid; accepted is score or carbon.'],
      [400, 'Query parameter "style" was given more than once (first value "flat"); accepted is one value.'],
      [400, 'Query parameter "size" (received "big") is unknown; accepted are: metric, lang, theme, style.'],
      [400, 'Query parameter "theme" (received "blue") is not valid; accepted is auto or light or dark.'],
    ])
  })
})

describe('badge and card', () => {
  test('are rendered once for each quarter-hour, and again only when a value becomes known or late', async () => {
    const { present, badge, card } = createEmbeds()
    const [tag, cardTag] = await Promise.all(
      [badge(), card()].map(async (answer) => (await answer).headers.get('etag')),
    )
    const other = {
      ...snapshot,
      mode: 'live' as const,
      score: snapshot.score && { ...snapshot.score, globalScore: 31 },
    }
    present.dashboard = composeDashboard(other, computed)
    expect((await badge()).headers.get('etag')).toBe(tag ?? '')
    expect((await badge('', { 'if-none-match': tag ?? '' })).status).toBe(304)
    expect((await card('', { 'if-none-match': cardTag ?? '' })).status).toBe(304)
    present.now = Temporal.Instant.from('2026-02-03T18:30:00Z')
    expect(await titleOf(await badge())).toContain('31')
    present.dashboard = null
    expect(await titleOf(await badge())).toContain('pas de donnée')
  })

  test('may be cached and embedded by every site, and only the card may be framed', async () => {
    const { badge, card } = createEmbeds()
    for (const { headers } of [await badge(), await card()]) {
      expect(headers.get('cache-control')).toBe('public, max-age=300')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(headers.get('vary')).toBe('Accept-Encoding')
    }
    expect((await badge()).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const policy = (await card()).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors \*; /)
    expect(policy).toContain("form-action 'none'")
  })

  test('set no cookie, read none, and have no form, script or key', async () => {
    const { badge, card } = createEmbeds()
    const cookie = 'lang=en; theme=dark; contract=tempo; session=secret'
    for (const ask of [badge, card]) {
      const [plain, withCookie] = [await ask(), await ask('', { cookie, 'accept-language': 'en' })]
      expect([plain.headers.get('set-cookie'), withCookie.headers.get('set-cookie')]).toEqual([null, null])
      const text = await plain.text()
      expect(await withCookie.text()).toBe(text)
      expect(text).not.toMatch(/<form|<input|<script|<button|hxw_/)
    }
  })
})

const colored = (tariff: DashboardResponse['tariff'], color: 'Bleu' | 'Rouge'): DashboardResponse['tariff'] => ({
  ...tariff,
  ...{ color, tomorrow: 'Bleu', inForce: { ...tariff.inForce, color } },
})

describe('the card', () => {
  test('shows score, intensity and the best hour ahead, and leads to the site in its language', async () => {
    const { card } = createEmbeds()
    const text = (await (await card('?lang=en&theme=dark')).text()).replaceAll('\u00a0', ' ')
    expect(text).toContain('<html lang="en" data-theme="dark">')
    expect(text).toContain('<b>unfavourable</b><span class="quiet">25 out of 100</span>')
    expect(text).toContain('51<small> g</small>')
    expect(text).toMatch(/<b>Best score ahead<\/b>(today|tomorrow) at \d\d:00, \d+ out of 100/)
    expect(text).toContain('href="https://power.example/?lang=en"')
  })

  test('says at which hour its values were computed, of late values once, in the remark', async () => {
    const { present, card, moveTo } = createEmbeds()
    const read = async () => (await (await card()).text()).replaceAll('\u00a0', ' ')
    expect(await read()).toMatch(/par Hexawatt, <time datetime="[^"]+">à 19 h 20<\/time><\/h1>/)
    moveTo('2026-02-03T18:40:00Z')
    expect(await read()).not.toContain('<time')
    present.dashboard = null
    expect(await read()).not.toContain('<time')
  })

  test('says tense hours and red days before its values, also when they are announced within the quarter-hour', async () => {
    const { present, card } = createEmbeds()
    const { dashboard } = present
    if (dashboard === null) throw new Error('the recorded answer has a dashboard')
    const calm = { ...dashboard, signals: [], tariffOutlook: null, tariff: colored(dashboard.tariff, 'Bleu') }
    present.dashboard = calm
    expect(await (await card()).text()).not.toMatch(/class="(alarm|warn)"/)
    const hours = Array.from({ length: 24 }, (_, hour) => (hour === 19 || hour === 20 ? 'TresTendu' : 'Favorable'))
    const tense = { date: '2026-02-03', day: 'D', status: 'TresTendu', message: '', hours } as const
    present.dashboard = { ...calm, signals: [tense], tariff: colored(dashboard.tariff, 'Rouge') }
    const said = [...(await (await card('?lang=en')).text()).matchAll(/<p class="alarm">(.*?)<\/p>/g)].map(
      ([, text]) => text,
    )
    expect(said).toEqual([
      'EcoWatt: very tense until 21:00, power cuts possible',
      'Tempo: red day until 06:00 tomorrow',
    ])
    expect(await (await card()).text()).toMatch(/<\/h1>\n<p class="alarm">EcoWatt/)
  })

  test('says what is not known in words, and that a value is late', async () => {
    const { present, card, moveTo } = createEmbeds()
    moveTo('2026-02-03T18:40:00Z')
    expect(await (await card()).text()).toContain('en retard, calcul du mar. 3 févr.')
    present.dashboard = null
    const text = await (await card()).text()
    for (const words of ['La note n’est pas connue', 'Le CO₂ par kWh n’est pas connu', 'Aucune prévision']) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/>0[ <]/)
  })
})
