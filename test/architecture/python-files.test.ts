import { describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../..')
const maxLines = 250
const maxFilesInFolder = 12

/** Generated from the contract: one module for each file of the TypeScript client. */
const generatedFolder = 'clients/python/src/hexawatt/models'
/** Home Assistant finds these files, or its rules name them, at the root of an integration. */
const filesOfHomeAssistant =
  /^clients\/home-assistant\/custom_components\/hexawatt\/(binary_sensor|calendar|config_flow|const|coordinator|diagnostics|entity|sensor|services)\.py$/
/** The folders whose `pyproject.toml` says how ruff and mypy check the Python files below. */
const packages = ['clients/python', 'clients/home-assistant']

const glob = new Bun.Glob('{analysis,bench,clients,deploy,dev,docs,shared,test}/**/*.py')
const paths = (await Array.fromAsync(glob.scan({ cwd: root })))
  .filter((path) => !/(^|\/)(node_modules|dist|build|venv)\//.test(path))
  .sort()
const files = await Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })))

const isTest = (path: string): boolean => /^clients\/[^/]+\/tests\//.test(path)
const offenders = (rule: (file: { path: string; text: string }) => boolean): string[] =>
  files.filter(rule).map(({ path }) => path)

describe('Python files', () => {
  test('are found', () => {
    expect(paths).toContain('clients/python/src/hexawatt/__init__.py')
    expect(paths.length).toBeGreaterThan(100)
  })

  test(`have at most ${maxLines} lines`, () => {
    expect(offenders(({ text }) => text.split('\n').length > maxLines + 1)).toEqual([])
  })

  test(`are at most ${maxFilesInFolder} in a folder, in addition to those that Home Assistant puts there`, () => {
    const counted = paths.filter(
      (path) => !(isTest(path) || /__init__\.py$/.test(path) || filesOfHomeAssistant.test(path)),
    )
    const crowded = [...Map.groupBy(counted, dirname)].filter(
      ([folder, members]) => members.length > maxFilesInFolder && folder !== generatedFolder,
    )
    expect(crowded.map(([folder, members]) => `${folder}: ${members.length}`)).toEqual([])
  })

  test('suppress a check only with the reason next to it', () => {
    const suppression = /# (?:noqa|type: ignore|pyright: ignore)(?:\[[\w, -]*\]|:? ?[A-Z\d, ]*)(.*)/
    const isWithoutReason = (line: string) => suppression.exec(line)?.[1]?.trim() === ''
    expect(isWithoutReason('import x  # noqa: F401')).toBe(true)
    expect(isWithoutReason('call()  # type: ignore[attr-defined]')).toBe(true)
    expect(isWithoutReason('import x  # noqa: F401 (it prints)')).toBe(false)
    const wrong = files
      .filter(({ path }) => !isTest(path))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter(isWithoutReason)
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(wrong).toEqual([])
  })

  test.each(packages)(
    'of %s are all checked: mypy is strict for sources and tests, and ruff leaves no folder out',
    async (folder) => {
      const settings = Bun.TOML.parse(await Bun.file(join(root, folder, 'pyproject.toml')).text()) as {
        tool: { mypy: { strict: boolean; files: string[]; exclude?: string }; ruff: { [name: string]: unknown } }
      }
      const { mypy, ruff } = settings.tool
      expect([mypy.strict, mypy.exclude, ruff['exclude'], ruff['extend-exclude']]).toEqual([
        true,
        undefined,
        undefined,
        undefined,
      ])
      const own = paths.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
      const isReached = (path: string) => mypy.files.some((checked) => path.startsWith(`${checked}/`))
      expect(own.filter((path) => !isReached(path))).toEqual(
        folder === 'clients/home-assistant' ? ['custom_components/__init__.py'] : [],
      )
    },
  )

  test('stand in a package that is checked, or belong to the test that runs them', () => {
    const elsewhere = paths.filter((path) => !packages.some((folder) => path.startsWith(`${folder}/`)))
    expect(elsewhere.filter((path) => !path.startsWith('test/programs/'))).toEqual([])
  })
})
