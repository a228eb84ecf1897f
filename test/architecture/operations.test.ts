import { describe, expect, test } from 'bun:test'
import { basename, join } from 'node:path'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { listNamedSchemas } from '@hexawatt/shared/openapi/schemas/component-schemas'
import { isTest, readSources, type SourceFile } from './source-files.ts'

const entries = 'shared/src/contract/operations/'
/** Sources that cannot import the contract: the published clients, and the smoke test of images, which is no part of the workspace. */
const standsAlone = /^(clients|deploy)\//

const files = await readSources()
const code = files.filter(({ path }) => !isTest(path) && !path.startsWith(entries))
const product = code.filter(({ path }) => !standsAlone.test(path))

const escaped = (texts: readonly string[]): string =>
  texts
    .toSorted((one, other) => other.length - one.length)
    .map(RegExp.escape)
    .join('|')

/** A path where an address begins or goes on, not in the middle of a sentence. */
const address = new RegExp(
  `(?:['"\`}]|:\\d+|localhost)(?:${escaped(allOperations.map(({ path }) => path))})(?![\\w/-])`,
)

/** The body of a problem belongs to no operation. */
const schemaNames = Object.keys(listNamedSchemas(allOperations)).filter((name) => name !== 'ProblemDetails')
const schemaLiteral = new RegExp(`(?:['"\`]|/components/schemas/)(?:${escaped(schemaNames)})['"\`]`)
const schemaWord = new RegExp(`\\b(?:${escaped(schemaNames)})\\b`)
const idWord = new RegExp(`\\b(?:${escaped(allOperations.map(({ id }) => id))})\\b`)

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const withoutTexts = (text: string): string => withoutComments(text).replaceAll(/'[^'\n]*'|`[^`]*`/g, '')

function offenders(among: readonly SourceFile[], breaks: (text: string) => boolean): string[] {
  return among.filter(({ text }) => breaks(text)).map(({ path }) => path)
}

/** The same rule on a file that breaks it. */
const planted = (text: string): SourceFile[] => [{ path: 'planted.ts', text, imports: [] }]

describe('every file of contract/operations', () => {
  test('holds the operation of its name, and is in the list', async () => {
    const paths = files.filter(({ path }) => path.startsWith(entries)).map(({ path }) => path)
    const modules = await Promise.all(paths.map((path) => import(join(import.meta.dir, '../..', path))))
    // An entry may hold the body of its operation too.
    const held: Record<string, unknown> = Object.assign({}, ...modules)
    expect(paths).toHaveLength(allOperations.length)
    for (const listed of allOperations) expect([listed.id, held[listed.id] === listed]).toEqual([listed.id, true])
    const fileNames = allOperations.map(
      ({ id }) => `${id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
    )
    expect(paths.map((path) => basename(path))).toEqual(fileNames.toSorted())
  })

  test('introduces objects that no other does, and paths and ids are unique', () => {
    const introduced = allOperations.flatMap(({ schemas }) => Object.keys(schemas))
    for (const names of [introduced, allOperations.map(({ path }) => path), allOperations.map(({ id }) => id)]) {
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    }
  })
})

describe('nothing that an entry says is written a second time', () => {
  const repeatsPath = (text: string) => address.test(withoutComments(text))
  test('no path of an operation', () => {
    expect(offenders(product, repeatsPath)).toEqual([])
    for (const text of [
      "app.get('/v1/score', answer)",
      '`$base}/api/status?a=b`',
      'fetch("http://localhost:80/mcp")',
    ]) {
      expect(offenders(planted(text), repeatsPath)).toEqual(['planted.ts'])
    }
    expect(offenders(planted("// as '/v1/score' does\nconst text = 'What /v1/score says.'"), repeatsPath)).toEqual([])
  })

  const repeatsSchema = (text: string) => schemaLiteral.test(withoutComments(text))
  test('no name of an object', () => {
    expect(offenders(product, repeatsSchema)).toEqual([])
    for (const text of ["schemas['EnergyScore']", '{ $ref: "#/components/schemas/HourlyScore" }']) {
      expect(offenders(planted(text), repeatsSchema)).toEqual(['planted.ts'])
    }
  })

  // A sentence may name a path, as a document does: then the path must exist, or begin one that does.
  const mention = /(?<![\w.}:])\/(?:v1|api|compat)\/[a-z][\w./-]*\w/g
  const isKnown = (mentioned: string) => allOperations.some(({ path }) => `${path}/`.startsWith(`${mentioned}/`))
  const namesUnknown = (text: string) => (text.match(mention) ?? []).some((mentioned) => !isKnown(mentioned))
  test('a path that a comment or a sentence names exists', () => {
    const ofInterface = [...code, ...files.filter(({ path }) => path.startsWith(entries))].filter(({ path }) =>
      /^(gateway|svc-(carbon|score|history)|shared|clients|deploy)\//.test(path),
    )
    expect(offenders(ofInterface, namesUnknown)).toEqual([])
    for (const text of ['// As `/v1/scores` says.', "'see /api/state'"]) {
      expect(offenders(planted(text), namesUnknown)).toEqual(['planted.ts'])
    }
  })

  const namesOne = (text: string) => schemaWord.test(withoutTexts(text)) || idWord.test(withoutComments(text))
  test('documents and types are made from the list: their makers name no operation and no object', () => {
    const makers = product.filter(({ path }) => path.startsWith('shared/src/openapi/'))
    expect(makers.length).toBeGreaterThan(5)
    expect(offenders(makers, namesOne)).toEqual([])
    for (const text of [
      'const names = { EnergyScore, SubScore }',
      "const fixedTables = new Set(['getPlans'])",
      'getScore: {}',
    ]) {
      expect(offenders(planted(text), namesOne)).toEqual(['planted.ts'])
    }
  })
})
