import { expect, test } from 'bun:test'
import { anchorsOf, localLinks, markdownFiles } from './testing/markdown-files.ts'

const glossary = 'docs/glossary.md'
const files = await markdownFiles()
const text = files.find(({ path }) => path === glossary)?.text ?? ''
const terms = [...text.matchAll(/^\| (?:<a id="([^"]+)"><\/a>)?([^|]+?) \|/gm)]
  .map(([, anchor, term = '']) => ({ anchor, term }))
  .slice(1)
const linked = new Set(
  files
    .filter(({ path }) => path !== glossary)
    .flatMap(localLinks)
    .flatMap(({ target, anchor }) => (target === glossary && anchor !== null ? [anchor] : [])),
)

test('every term of the glossary has an anchor made of its words, and no term is explained twice', () => {
  expect(terms.length).toBeGreaterThan(50)
  const anchorOf = (term: string) => term.replace(' φ', '').replaceAll(' ', '-')
  expect(terms.filter(({ anchor, term }) => anchor !== anchorOf(term))).toEqual([])
  expect(anchorsOf({ path: glossary, text }).size).toBe(terms.length + 1)
})

test('every term of the glossary is linked from a page that uses it', () => {
  expect(terms.filter(({ anchor }) => !linked.has(anchor ?? '')).map(({ term }) => term)).toEqual([])
})
