import { describe, expect, test } from 'bun:test'
import { allOperations } from '@hexawatt/shared/contract/operations'
import {
  citedFiles,
  citedNames,
  citedPages,
  citedPaths,
  citingTexts,
  codeOf,
  createFileCheck,
  createNameCheck,
  proseOf,
  type RepositoryText,
  repositoryPaths,
  unreadableCitations,
} from './testing/citations.ts'
import { anchorsOf, generatedPages } from './testing/markdown-files.ts'

/** Names of other programs and of examples, which are not in the code. */
const foreignNames = new Set([
  // Bun and its engine, Linux, Postgres and PgBouncer, CloudNativePG, Prometheus.
  ...['BUN_CONFIG_MAX_HTTP_REQUESTS', 'forceRAMSize', 'SO_SNDBUF', 'SO_REUSEPORT', 'tcp_user_timeout'],
  ...['pg_dump', 'pg_rewind', 'client_encoding', 'ignore_startup_parameters', 'auth_query', 'query_timeout'],
  ...['imageName', 'process_heap_bytes'],
  // EMHASS, Grafana, KEDA, Home Assistant; a member of the operator's payloads that is not read.
  ...[
    'delta_forecast_daily',
    'root_selector',
    'useCachedMetrics',
    'pollingInterval',
    'electricite_maintenant',
    'load_factor',
  ],
  // Settings of earlier releases, which a decision and an upgrade name.
  ...['ZONES_FILE', 'DATABASE_DIRECT_URL'],
  // Placeholders and symbols of formulas.
  ...['createX', 'key_3f…', 'b_j', 'c_…'],
])

/** Files and paths of examples: a reader's own file, and the operation and the page of the pages on adding one. */
const examplePattern =
  /^day\.sql$|(get-carbon-shares|(shares-answer|grid-frequency|about-page)(\.test)?)\.ts$|^\/v1\/carbon\/shares$/

const paths = await repositoryPaths()
/** This test and the links test plant names that do not exist. */
const plantingPattern = /^test\/documents\/(citations\.test|links\.test|testing\/citations)\.ts$/
const texts = (await citingTexts(paths)).filter(({ path }) => !plantingPattern.test(path))
/** The documents for readers. Generated pages are checked against their sources. */
const prose = texts
  .filter(({ path }) => !generatedPages.has(path))
  .map((file): RepositoryText => ({ path: file.path, text: proseOf(file) }))
const anchors = new Map(texts.filter(({ path }) => path.endsWith('.md')).map((file) => [file.path, anchorsOf(file)]))
const isFile = createFileCheck(paths)
const isName = createNameCheck(texts.map(codeOf))
const operationPaths = allOperations.map(({ path }) => path)

/** The citations of all texts that a check refuses, each behind the file that has it. */
const refused = (
  cited: (text: string) => string[],
  isKnown: (citation: string, from: string) => boolean,
  from: readonly RepositoryText[] = prose,
): string[] =>
  from.flatMap(({ path, text }) =>
    cited(text)
      .filter((citation) => !examplePattern.test(citation) && !isKnown(citation, path))
      .map((citation) => `${path}: ${citation}`),
  )

const isPage = (citation: string): boolean => {
  const [page = '', anchor] = citation.split('#')
  return anchor === undefined ? anchors.has(page) : anchors.get(page)?.has(anchor) === true
}
const isKnownName = (name: string): boolean => foreignNames.has(name) || isName(name)
const isPath = (path: string): boolean => {
  const begin = path.replace(/[…*].*$/, '').replace(/\/$/, '')
  return operationPaths.some((known) => known === begin || known.startsWith(`${begin}/`))
}

describe('what comments and documents cite exists', () => {
  test('pages of docs/ and their anchors, in texts of programs too', () => {
    const programs = texts.filter(({ path }) => !/\.md$|\.test\.ts$/.test(path))
    expect(refused(citedPages, isPage, [...prose, ...programs])).toEqual([])
  })

  test('sections and documents: none has a number, but those of an RFC, and none is outside of the repository', () => {
    expect(refused(unreadableCitations, () => false)).toEqual([])
  })

  test('files', () => {
    expect(refused(citedFiles, (file, from) => isFile(from, file))).toEqual([])
  })

  test('names of functions, fields, settings, metrics, tables and columns', () => {
    expect(refused(citedNames, isKnownName)).toEqual([])
  })

  test('paths of the public interface', () => {
    expect(refused(citedPaths, isPath)).toEqual([])
  })
})

describe('a citation of something that does not exist is found', () => {
  test('a page or an anchor, also in a message of a program', () => {
    const found = citedPages("log('see docs/operate/none.md and docs/operate/up.md#none, not docs/operate/up.md')")
    expect(found.map((citation) => [citation, isPage(citation)])).toEqual([
      ['docs/operate/none.md', false],
      ['docs/operate/up.md#none', false],
      ['docs/operate/up.md', true],
    ])
  })

  test('a section, a ruling, a specification', () => {
    const text =
      'As decisions §8 and section 3.4 of the specification say, a ruling (RFC 9110 §13.2.2, RFC 9110, section 4).'
    expect(unreadableCitations(text).map((citation) => citation.trim())).toEqual([
      '§8',
      'section 3.4',
      'the specification',
      'ruling',
    ])
  })

  test('a file, whatever its folder', () => {
    const found = citedFiles('`folder/none.ts`, next-to-it.ts, [up](up.md), *-store.ts, https://a.b/c.md')
    expect(found).toEqual(['folder/none.ts', 'next-to-it.ts', 'up.md', 'up.md'].filter((_, n) => n !== 3))
    expect(found.map((file) => isFile('docs/operate/scale.md', file))).toEqual([false, false, true])
  })

  test('a name; text in comments does not make one known', () => {
    const program = { path: 'a.ts', text: '/** `lostName` */\nexport const keptName = 1\n' }
    const isKnown = createNameCheck([codeOf(program)])
    const found = citedNames(
      '`lostName(at)`, `keptName`, `LOST_SETTING=1`, `lost_metric_total{a="b"}`, `kept…`, `word`',
    )
    expect(found).toEqual(['lostName', 'keptName', 'LOST_SETTING', 'lost_metric_total'])
    expect(found.map(isKnown)).toEqual([false, true, false, false])
    expect(citedNames(proseOf(program))).toEqual(['lostName'])
  })

  test('a path of the interface', () => {
    const found = citedPaths('`GET /v1/scores?hours=4`, `/v1/score/forecast`, `/v1/export/…`, `/compat`, `/healthz`')
    expect(found.map((path) => [path, isPath(path)])).toEqual([
      ['/v1/scores', false],
      ['/v1/score/forecast', true],
      ['/v1/export/…', true],
      ['/compat', true],
    ])
  })
})
