import { describe, expect, test } from 'bun:test'
import { languages } from '@hexawatt/shared/contract/values/languages'
import { createChosenPages, readPreferences, themes } from './preferences.ts'

const preferencesOf = (address: string, cookie = '', acceptLanguage = '') =>
  readPreferences(new Request(`http://localhost${address}`, { headers: { cookie, 'accept-language': acceptLanguage } }))

describe('the preferences of a visitor', () => {
  test('are French and the system theme by default, without a cookie', () => {
    expect(preferencesOf('/')).toEqual({ language: 'fr', theme: 'auto', tariff: 'base', cookie: null })
  })

  test('are on the first visit in the language that the browser prefers, which the choice of the visitor replaces', () => {
    expect(preferencesOf('/', '', 'en-GB,en;q=0.9,fr;q=0.8')).toEqual({
      language: 'en',
      theme: 'auto',
      tariff: 'base',
      cookie: null,
    })
    expect(preferencesOf('/', '', 'fr-FR,fr;q=0.9,en;q=0.8').language).toBe('fr')
    expect(preferencesOf('/', '', 'de').language).toBe('fr')
    expect(preferencesOf('/', 'lang=fr', 'en').language).toBe('fr')
    expect(preferencesOf('/?lang=fr', '', 'en').language).toBe('fr')
  })

  test('come from the address before the cookie, and are then stored', () => {
    expect(preferencesOf('/?lang=en', 'lang=fr; theme=dark')).toEqual({
      language: 'en',
      theme: 'dark',
      tariff: 'base',
      cookie: 'lang=en; Path=/; Max-Age=31536000; SameSite=Lax',
    })
    expect(preferencesOf('/', 'lang=en')).toMatchObject({ language: 'en', cookie: null })
    expect(preferencesOf('/?theme=light').cookie).toStartWith('theme=light;')
  })

  test('name the tariff of the contract that a cookie remembers', () => {
    const tariffIn = (contract: string) => preferencesOf('/', `contract=${encodeURIComponent(contract)}`).tariff
    expect(['tariff=hphc&offPeak=22:00-06:00', 'tariff=tempo', 'tariff=free', '"><b>'].map(tariffIn)).toEqual([
      'hphc',
      'tempo',
      'base',
      'base',
    ])
  })

  test('accept known words only', () => {
    const hostile = '"><script>alert(1)</script>'
    expect(
      preferencesOf(`/?lang=${encodeURIComponent(hostile)}&theme=x`, `lang=${encodeURIComponent(hostile)}`),
    ).toEqual({
      language: 'fr',
      theme: 'auto',
      tariff: 'base',
      cookie: null,
    })
  })
})

test('however choices are made, a page is kept once for each language, appearance and tariff; the cookie of a choice is set each time', () => {
  let rendered = 0
  const pages = createChosenPages(({ language }) => `${language} ${++rendered}`)
  const queries = ['', ...languages.map((one) => `?lang=${one}`), ...themes.map((one) => `?theme=${one}`)]
  for (const language of languages) {
    for (const theme of themes) {
      for (const tariff of ['base', 'hphc', 'tempo', 'spot']) {
        for (const query of queries) {
          const cookie = `lang=${language}; theme=${theme}; contract=tariff=${tariff}`
          const request = new Request(`http://localhost/${query}`, { headers: { cookie } })
          const { headers } = pages(readPreferences(request))(request)
          expect(headers.get('set-cookie')).toBe(
            query === '' ? null : `${query.slice(1)}; Path=/; Max-Age=31536000; SameSite=Lax`,
          )
        }
      }
    }
  }
  expect(rendered).toBe(24)
})
