import { expect, test } from 'bun:test'
import { readLocaleLanguage } from './service.ts'

test.each([
  [{}, undefined],
  [{ LANG: 'C.UTF-8' }, undefined],
  [{ LANG: 'de_DE.UTF-8' }, undefined],
  [{ LANG: 'fr_FR.UTF-8' }, 'fr'],
  [{ LANG: 'en_GB' }, 'en'],
  [{ LANG: 'en' }, 'en'],
  [{ LANG: 'english' }, undefined],
  [{ LANG: 'fr_FR.UTF-8', LC_MESSAGES: 'en_US.UTF-8' }, 'en'],
  [{ LANG: 'en_GB', LC_MESSAGES: '', LC_ALL: 'fr_FR@euro' }, 'fr'],
  // LC_ALL goes before the others, also where it names no language.
  [{ LANG: 'en_GB', LC_ALL: 'C' }, undefined],
] as const)('the locale %j gives the language %p', (env, language) => {
  expect(readLocaleLanguage(env)).toBe(language)
})
