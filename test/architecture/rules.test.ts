import { describe, expect, test } from 'bun:test'
import { circlesOf, isTest, readSources, type SourceFile } from './source-files.ts'

const programs = ['gateway', 'svc-carbon', 'svc-history', 'svc-ingest', 'svc-score', 'svc-web', 'analysis', 'dev']

/** Layers of `shared`: a file imports its own layer or a lower one. */
const layers = [
  ['time', 'grid', 'bounds', 'command-line', 'process'],
  ['contract'],
  ['openapi'],
  ['methodology'],
  ['errors', 'config', 'telemetry'],
  ['postgres', 'redis', 'queue', 'http', 'upstream', 'program', 'mail'],
  ['snapshot', 'alerts', 'keys', 'usage', 'stored-rows', 'stored-points', 'stored-hours'],
  ['answers', 'service'],
  ['testing'],
]

/** Where SQL may stand, in addition to the stores: the client, the migrations, and the code that makes test databases. */
const sqlFiles = /-store\.ts$|^shared\/src\/postgres\/(client|migrate)\.ts$|^shared\/src\/testing\//
/** Files that may read the environment. */
const environmentReaders =
  /(^|\/)(([a-z]+-)?main|env|cli|bootstrap|run-tests|verify|with-stores)\.ts$|^shared\/src\/testing\//

const maxLines = 250

const files = await readSources()
/** The product: code that only measures or packs it may read and write more. */
const code = files.filter(({ path }) => !isTest(path) && !/^(bench|deploy)\//.test(path))

const folderOf = (path: string): string => path.split('/', 1)[0] ?? ''

/** Folder of the sources of a client: `clients/typescript/src/`. */
const clientOf = (path: string): string => `${path.split('/', 3).join('/')}/`
/** The manifest of a client, which has its version. */
const manifestOf = (path: string): string => clientOf(path).replace(/src\/$/, 'package.json')
/** What the client for programs offers, and its time of Paris: the nodes of Node-RED are made with them, and bundle them. */
const clientDoors = ['clients/typescript/src/entry.ts', 'clients/typescript/src/paris-time.ts']
/** Calculations that a command line makes on the user's machine, where the user's file stays; its bundle contains them. */
const localCalculations =
  /^shared\/src\/(methodology\/(load-curve|tariffs)\/|methodology\/score\/texts\/sentence\.ts$|contract\/query\/given-hours\.ts$)/

function layerOf(path: string): number {
  const folder = path.split('/')[2] ?? ''
  return layers.findIndex((names) => names.includes(folder))
}

describe('imports flow one way', () => {
  test('the tree is found', () => {
    expect(code.length).toBeGreaterThan(100)
  })

  test('a program imports itself and shared, never another program; one file of the launcher reads the names of their settings', () => {
    const readsSettings = ({ path, target }: { path: string; target: string }) =>
      path === 'dev/src/up/program-settings.ts' && /^(gateway|svc-\w+)\/src\/env\.ts$/.test(target)
    const wrong = files
      .filter(({ path }) => programs.includes(folderOf(path)))
      .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
      .filter(({ path, target }) => programs.includes(folderOf(target)) && folderOf(target) !== folderOf(path))
      .filter((edge) => !readsSettings(edge))
    expect(wrong).toEqual([])
  })

  test('shared imports no program', () => {
    const wrong = files
      .filter(({ path }) => folderOf(path) === 'shared')
      .filter(({ imports }) => imports.some((target) => programs.includes(folderOf(target))))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('a published client stands alone: its code imports nothing but itself, the doors of the client for programs and, for a command line, the calculations on load curves and tariffs', () => {
    const clients = code.filter(({ path }) => /^clients\/[^/]+\/src\//.test(path))
    expect(clients.length).toBeGreaterThan(10)
    /** A command line is a program of Node; what others import runs in browsers too. */
    const mayImport = (path: string, target: string) =>
      target.startsWith(clientOf(path)) ||
      clientDoors.includes(target) ||
      (path.startsWith(`${clientOf(path)}cli/`) &&
        (target.startsWith('node:') || target === manifestOf(path) || localCalculations.test(target)))
    const wrong = clients.filter(({ path, imports }) => imports.some((target) => !mayImport(path, target)))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('the entry of a client reaches nothing of its command line', () => {
    const library = code.filter(({ path }) => folderOf(path) === 'clients' && !path.startsWith(`${clientOf(path)}cli/`))
    const wrong = library.filter(({ path, imports }) =>
      imports.some((target) => target.startsWith(`${clientOf(path)}cli/`)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('no program, and nothing shared, imports a client', () => {
    const wrong = code
      .filter(({ path }) => folderOf(path) !== 'clients')
      .filter(({ imports }) => imports.some((target) => folderOf(target) === 'clients'))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('inside shared every import goes to the same layer or a lower one', () => {
    const inShared = code.filter(({ path }) => path.startsWith('shared/src/'))
    expect(inShared.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path)).toEqual([])
    const wrong = inShared.flatMap(({ path, imports }) =>
      imports
        .filter((target) => target.startsWith('shared/src/') && layerOf(target) > layerOf(path))
        .map((target) => `${path} → ${target}`),
    )
    expect(wrong).toEqual([])
  })

  test('no file imports itself by a detour', () => {
    expect(circlesOf(new Map(files.map(({ path, imports }) => [path, new Set(imports)])))).toEqual([])
  })
})

describe('one place for each fact', () => {
  const offenders = (rule: (file: SourceFile) => boolean, among = code) => among.filter(rule).map(({ path }) => path)

  test('no barrels, and no folder or file that is called utils, helpers or common', () => {
    const names = /(^|\/)(index\.ts$|(utils?|helpers?|common)(\/|\.ts$|-))/
    expect(offenders(({ path }) => names.test(path), files)).toEqual([])
  })

  test(`no file is longer than ${maxLines} lines`, () => {
    expect(offenders(({ text }) => text.split('\n').length > maxLines + 1, files)).toEqual([])
  })

  test('a program that is started by its path is there', () => {
    const programPath = /'((?:gateway|svc-\w+|shared|dev|analysis|bench|deploy|test)\/[\w/.-]+\.ts)'/g
    const paths = new Set(files.map(({ path }) => path))
    const named = files.flatMap(({ path, text }) =>
      [...text.matchAll(programPath)].map(([, program = '']) => ({ path, program })),
    )
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(({ program }) => !paths.has(program))).toEqual([])
  })

  test('SQL stands in stores only', () => {
    expect(offenders(({ path, text }) => /\b(sql|tx)(<[^`]*>)?`/.test(text) && !sqlFiles.test(path))).toEqual([])
  })

  test('the environment is read at the edge of a program only', () => {
    expect(
      offenders(({ path, text }) => /\b(Bun|process)\.env\b/.test(text) && !environmentReaders.test(path)),
    ).toEqual([])
  })

  test('the tests of programs read the environment in one file, so that what a program gets is seen in its test', () => {
    const ofPrograms = files.filter(({ path }) => path.startsWith('test/programs/'))
    expect(ofPrograms.length).toBeGreaterThan(5)
    expect(offenders(({ text }) => /\b(Bun|process)\.env\b/.test(text), ofPrograms)).toEqual([
      'test/programs/testing/environment.ts',
    ])
  })

  test('keys of Redis are made in one file', () => {
    const literal = ['{', 'hexawatt}'].join('')
    expect(offenders(({ path, text }) => text.includes(literal) && path !== 'shared/src/redis/keys.ts')).toEqual([])
  })

  test('time enters through a clock: the methodology knows none', () => {
    const reads = /Date\.now|Temporal\.Now|performance\.now|new Date\(/
    const methodology = code.filter(({ path }) => path.startsWith('shared/src/methodology/'))
    expect(offenders(({ text }) => reads.test(text), methodology)).toEqual([])
  })

  test('tests leave environment, globals and modules as they are, which the files of a process share', () => {
    const writes =
      /\b(Bun|process)\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|delete (Bun|process)\.env|^\s*globalThis\.\w+\s*=[^=]|mock\.module\(|spyOn\(|setSystemTime\(/m
    // Its text is loaded into Node-RED, another process.
    const written = files.filter(({ path }) => isTest(path) && path !== 'test/node-red/testing/node-red-fixture.ts')
    expect(offenders(({ text }) => writes.test(text), written)).toEqual([])
  })

  test('nothing is left for later, no test is focused, no check is suppressed', () => {
    const ticks = new RegExp(
      ['TO', 'DO|FIX', 'ME|@ts-', 'ignore|@ts-expect', '-error|biome-', 'ignore|\\.only\\('].join(''),
    )
    expect(offenders(({ text }) => ticks.test(text), files)).toEqual([])
  })
})
