import { expect, test } from 'bun:test'
import { chooseLanguage } from './choose-language.ts'

test.each([
  [null, 'fr'],
  ['', 'fr'],
  ['*', 'fr'],
  ['fr', 'fr'],
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['en-GB,en;q=0.9,fr;q=0.8', 'en'],
  ['fr-CH, fr;q=0.9, en;q=0.8, *;q=0.5', 'fr'],
  ['de, en;q=0.7, fr;q=0.3', 'en'],
  ['en;q=0.3, fr;q=0.7', 'fr'],
  ['en, fr', 'en'],
  ['fr, en', 'fr'],
  ['fr;q=0, *;q=0.1', 'en'],
  ['fr;q=0', 'fr'],
  ['de', 'fr'],
  ['de, *;q=0.5', 'fr'],
  ['en;q=2', 'fr'],
  ['en;q=0.001', 'en'],
  ['english', 'fr'],
  [`${'de,'.repeat(31)}en`, 'en'],
  [`${'de,'.repeat(32)}en`, 'fr'],
  ['en\u0000;;;q==', 'fr'],
] as const)('Accept-Language: %p chooses %s, also when it is asked again', (header, language) => {
  expect([chooseLanguage(header), chooseLanguage(header)]).toEqual([language, language])
})
