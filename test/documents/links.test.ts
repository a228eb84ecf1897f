import { describe, expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../deploy/testing/deploy-files.ts'
import { anchorsOf, generatedPages, localLinks, markdownFiles, scriptsOf } from './testing/markdown-files.ts'

const files = await markdownFiles()
const links = files.flatMap(localLinks)

const isThere = (path: string): Promise<boolean> =>
  stat(join(root, path)).then(
    () => true,
    () => false,
  )

describe('the documents of the repository', () => {
  test('are found, with their links', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(links.length).toBeGreaterThan(60)
  })

  test('every link leads to a file that is there', async () => {
    const found = await Promise.all(links.map(async (link) => ({ ...link, isThere: await isThere(link.target) })))
    expect(found.filter((link) => !link.isThere).map(({ from, target }) => `${from} → ${target}`)).toEqual([])
  })

  test('every link to a heading leads to one that is there', () => {
    const anchors = new Map(files.map((file) => [file.path, anchorsOf(file)]))
    const lost = links.filter(({ target, anchor }) => anchor !== null && !anchors.get(target)?.has(anchor))
    expect(lost.map(({ from, target, anchor }) => `${from} → ${target}#${anchor}`)).toEqual([])
  })

  test('every script that they tell the reader to run exists', async () => {
    const { scripts } = await Bun.file(join(root, 'package.json')).json()
    const named = files.flatMap((file) => scriptsOf(file).map((script) => ({ path: file.path, script })))
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
  })

  test('every document of docs/ is reached from the README', () => {
    const reached = new Set(['README.md'])
    for (const path of reached) {
      for (const { from, target } of links) if (from === path && target.endsWith('.md')) reached.add(target)
    }
    expect(files.filter(({ path }) => path.startsWith('docs/') && !reached.has(path)).map(({ path }) => path)).toEqual(
      [],
    )
  })

  test('no page that is written by hand has more than 250 lines', () => {
    const long = files.filter(({ path, text }) => !generatedPages.has(path) && text.split('\n').length > 251)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

describe('the reading of documents', () => {
  const file = {
    path: 'docs/a.md',
    text: '# A `b`: c, d!\n\n[x](b.md#c) [y](../README.md) `[no](no.md)` <https://a.b>\n\n## A b c d\n',
  }

  test('finds links and names headings as GitHub does', () => {
    expect(localLinks(file)).toEqual([
      { from: 'docs/a.md', target: 'docs/b.md', anchor: 'c' },
      { from: 'docs/a.md', target: 'README.md', anchor: null },
    ])
    expect([...anchorsOf(file)]).toEqual(['a-b-c-d', 'a-b-c-d-1'])
  })
})
