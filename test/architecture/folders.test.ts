import { describe, expect, test } from 'bun:test'
import { dirname } from 'node:path'
import { circlesOf, isTest, readSources } from './source-files.ts'

const maxFilesInFolder = 12
/** Folders of like entries, one a file, which a list names in full: their number says nothing about order. */
const foldersOfEntries: readonly string[] = ['shared/src/contract/operations', 'svc-ingest/src/sources/rte']
/** Up to here a file with one importer in its folder is a fragment of that importer. */
const maxFragmentLines = 40

const files = await readSources()
const paths = new Set(files.map(({ path }) => path))
const code = files.filter(({ path }) => !isTest(path))

const folders = new Set(code.map(({ path }) => dirname(path)))
/** The folder of a file. A list that has the name of a folder next to it (`operations.ts`, `operations/`) belongs to that folder. */
const folderOf = (path: string): string =>
  folders.has(path.slice(0, -'.ts'.length)) ? path.slice(0, -'.ts'.length) : dirname(path)

/** Folder → folders that its code imports from. */
const folderImports = new Map<string, Set<string>>()
for (const { path, imports } of code) {
  const targets = folderImports.getOrInsertComputed(folderOf(path), () => new Set())
  for (const target of imports)
    if (paths.has(target) && folderOf(target) !== folderOf(path)) targets.add(folderOf(target))
}

describe('circles', () => {
  test('are found when they are there', () => {
    const edges = Object.entries({ a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['e'] })
    expect(circlesOf(new Map(edges.map(([node, targets]) => [node, new Set(targets)])))).toEqual([['b', 'c'], ['e']])
  })

  test('no folder imports itself by a detour, types included', () => {
    expect(folderImports.size).toBeGreaterThan(60)
    expect(circlesOf(folderImports)).toEqual([])
  })
})

describe('folders', () => {
  test(`a folder holds at most ${maxFilesInFolder} source files, unless it is one of like entries`, () => {
    const counts = Map.groupBy(code, ({ path }) => folderOf(path))
    const crowded = [...counts].filter(
      ([folder, members]) => members.length > maxFilesInFolder && !foldersOfEntries.includes(folder),
    )
    expect(crowded.map(([folder, members]) => `${folder}: ${members.length}`)).toEqual([])
  })

  test(`a file of at most ${maxFragmentLines} lines has no single importer in its folder`, () => {
    const importers = new Map<string, string[]>()
    for (const { path, imports } of files) {
      for (const target of new Set(imports)) importers.getOrInsertComputed(target, () => []).push(path)
    }
    const fragments = code.filter(({ path, text }) => {
      const [importer, another] = importers.get(path) ?? []
      const isAlone = importer !== undefined && another === undefined && dirname(importer) === dirname(path)
      // A test that imports the file is an importer too: a file with a test of its own is no fragment.
      const isShort = text.trimEnd().split('\n').length <= maxFragmentLines
      return isShort && isAlone
    })
    expect(fragments.map(({ path }) => path)).toEqual([])
  })
})
