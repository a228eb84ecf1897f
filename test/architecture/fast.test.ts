import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const root = join(import.meta.dir, '../..')

const files = await readSources()
const code = files.filter(({ path }) => !isTest(path))

const isFast = (path: string): boolean => /(^|\/)fast\//.test(path)
/** Path of the folder `fast` that holds a file. */
const fastFolderOf = (path: string): string => path.slice(0, path.lastIndexOf('/fast/') + '/fast'.length)

/** Checks whether a value is a promise, made by hand to save a turn of the event loop. */
const maybePromise = /\bMaybePromise\b|\b(?:map|all)MaybePromises?\b|\binstanceof Promise\b|\bwhenRead\b/

/** Files outside `fast/` that hold a trick of fast paths. The client of Postgres wraps promises of the driver, whichever they are. */
function tricksOutside(sources: readonly SourceFile[]): string[] {
  return sources
    .filter(({ path, text }) => !isFast(path) && path !== 'shared/src/postgres/client.ts' && maybePromise.test(text))
    .map(({ path }) => path)
}

const pagePattern = /docs\/develop\/[\w-]+\.md/

/** What is missing of a folder `fast`: its page in every file, or a test that runs one suite on both implementations. */
function missingOf(folder: string, sources: readonly SourceFile[]): string[] {
  const inFolder = sources.filter(({ path }) => fastFolderOf(path) === folder && isFast(path))
  const unnamed = inFolder.filter(({ path, text }) => !isTest(path) && !pagePattern.test(text))
  const about = sources.filter(({ path }) => isTest(path) && path.startsWith(`${folder.slice(0, -'/fast'.length)}/`))
  const hasSuite = about.some(({ text }) => /'plain'/.test(text) && /'fast'/.test(text))
  return [
    ...unnamed.map(({ path }) => `${path} names no page of docs/develop`),
    ...(hasSuite ? [] : [`${folder} has no test of the plain and the fast implementation`]),
  ]
}

const folders = [...new Set(code.filter(({ path }) => isFast(path)).map(({ path }) => fastFolderOf(path)))]

describe('fast paths', () => {
  test('only folders named fast check whether a value is a promise', () => {
    expect(tricksOutside(code)).toEqual([])
  })

  test('each folder named fast has a page that its files name, and a test that runs one suite on both implementations', () => {
    expect(folders.length).toBeGreaterThan(0)
    expect(folders.flatMap((folder) => missingOf(folder, files))).toEqual([])
  })

  test('each page that a fast path names exists, has at most 80 lines, and names the folder', async () => {
    for (const folder of folders) {
      const texts = code.filter(({ path }) => isFast(path) && fastFolderOf(path) === folder).map(({ text }) => text)
      const pages = new Set(texts.map((text) => text.match(pagePattern)?.[0]))
      expect([folder, pages.size]).toEqual([folder, 1])
      const page = await Bun.file(join(root, [...pages][0] ?? '')).text()
      expect(page.split('\n').length).toBeLessThanOrEqual(81)
      expect(page).toContain(`${folder}/`)
    }
  })

  test('a planted trick, a file without its page, and a folder without a common test are found', () => {
    const planted = (path: string, text: string): SourceFile => ({ path, text, imports: [] })
    expect(tricksOutside([planted('x/src/a.ts', 'if (found instanceof Promise) return')])).toHaveLength(1)
    expect(tricksOutside([planted('x/src/fast/a.ts', 'if (found instanceof Promise) return')])).toEqual([])
    expect(missingOf('x/src/fast', [planted('x/src/fast/a.ts', '// docs/develop/a.md')])).toHaveLength(1)
    const suite = planted('x/src/fast/a.test.ts', "describe.each([['plain', plain], ['fast', fast]])")
    expect(missingOf('x/src/fast', [planted('x/src/fast/a.ts', 'const a = 1'), suite])).toHaveLength(1)
    expect(missingOf('x/src/fast', [planted('x/src/fast/a.ts', '// docs/develop/a.md'), suite])).toEqual([])
  })
})
