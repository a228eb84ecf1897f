import { describe, expect, test } from 'bun:test'
import { readPreferences } from './preferences.ts'

const preferencesOf = (address: string, cookie = '') =>
  readPreferences(new Request(`http://localhost${address}`, { headers: { cookie, 'accept-language': 'en' } }))

describe('what a visitor has chosen', () => {
  test('is French and the appearance of the system without a choice, and nothing is to be remembered', () => {
    expect(preferencesOf('/')).toEqual({ language: 'fr', theme: 'auto', cookie: null })
  })

  test('is read from the address before the cookie, and remembered', () => {
    expect(preferencesOf('/?lang=en', 'lang=fr; theme=dark')).toEqual({
      language: 'en',
      theme: 'dark',
      cookie: 'lang=en; Max-Age=31536000; SameSite=Lax',
    })
    expect(preferencesOf('/', 'lang=en')).toMatchObject({ language: 'en', cookie: null })
    expect(preferencesOf('/?theme=light').cookie).toStartWith('theme=light;')
  })

  test('is nothing but the words that are known', () => {
    const hostile = '"><script>alert(1)</script>'
    expect(
      preferencesOf(`/?lang=${encodeURIComponent(hostile)}&theme=x`, `lang=${encodeURIComponent(hostile)}`),
    ).toEqual({
      language: 'fr',
      theme: 'auto',
      cookie: null,
    })
  })
})
