import { describe, expect, test } from 'bun:test'
import { fillDocument, listPlaces, parsePageDocument, readPageDocument } from './page-document.ts'

const [french, english] = await Promise.all([readPageDocument('fr'), readPageDocument('en')])

describe('the text of /comprendre', () => {
  test('has the same chapters, places, lists and tables in both languages', () => {
    const shapeOf = (markup: string) => markup.match(/<(h2|h3|li|tr|table|p)\b/g)
    expect(french.chapters.length).toBe(english.chapters.length)
    expect(listPlaces(french.markup).sort()).toEqual(listPlaces(english.markup).sort())
    expect(shapeOf(french.markup)).toEqual(shapeOf(english.markup))
  })

  test('every link within the text leads to a chapter', () => {
    for (const { chapters, markup } of [french, english]) {
      const targets = [...markup.matchAll(/href="#([^"]+)"/g)].map(([, id]) => decodeURIComponent(id ?? ''))
      expect(targets.length).toBeGreaterThan(0)
      expect(targets.filter((target) => !chapters.some(({ id }) => id === target))).toEqual([])
    }
  })
})

describe('a text with places', () => {
  const markdown =
    '# Titre\n\nPour les documents.\n\n## Et là ?\n\nIl y a {{count}} heures : <b>ici</b>.\n\n{{block}}\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n'
  const document = parsePageDocument(markdown, 'fr')

  test('begins with its first chapter, has the spaces of its language and no markup of its own', () => {
    expect(document.title).toBe('Titre')
    expect(document.chapters).toEqual([{ id: 'et-là-', name: 'Et là\u202f?' }])
    expect(document.markup).toStartWith('<h2 id="et-là-">Et là\u202f?</h2>')
    expect(document.markup).toContain('heures\u00a0: &lt;b&gt;ici&lt;/b&gt;.')
    expect(document.markup).toContain('<th class="r">b</th>')
    expect(document.markup).not.toContain('Pour les documents')
  })

  test('gets its figures, blocks without a paragraph around them, and refuses a place without a figure', () => {
    const figures = { count: { markup: '3' }, block: { markup: '<table></table>' } }
    expect(fillDocument(document, figures).markup).toContain('Il y a 3 heures')
    expect(fillDocument(document, figures).markup).toContain('\n<table></table>')
    expect(() => fillDocument(document, { count: { markup: '3' } })).toThrow('a place block without a figure')
  })

  test('without a title or a chapter is refused', () => {
    expect(() => parsePageDocument('# Titre\n', 'fr')).toThrow('no title or no chapter')
  })
})
