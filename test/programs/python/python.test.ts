import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { checkContents, contents, listPackedFiles } from '@hexawatt/dev/src/release/packages/packed-files.ts'
import { allOperations } from '@hexawatt/shared/contract/operations'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { placeholderKey, writeSnippets } from '@hexawatt/svc-web/src/pages/reference/snippets.ts'
import { hexawatt } from '../../client/testing/command-line-fixture.ts'
import { startServedSystem } from '../../gateway/testing/served-system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import type { Installation, InstallOptions } from '../testing/install.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

// The Python client with the oldest Python that it supports and the newest one of the machine. Its tools come from the registries once; the package itself is
// built and installed by each run, without the registries.

const repositoryRoot = join(import.meta.dir, '../../..')
const package_ = join(repositoryRoot, 'clients/python')
const requirements = join(package_, 'requirements-dev.txt')
const testRequirements = join(package_, 'requirements-test.txt')
const example = 'docs/start/load-curve.csv'

/** Lowest coverage of the hand-written lines and branches by the package's own tests, %. */
const leastCoveragePct = 95
const testTimeoutMs = 300_000

const withoutRegistry = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-build-isolation']

/** Tools of the tests alone: checks, build and wheel are the newest Python's. */
const testTools: InstallOptions = {
  ...{ folder: 'python-oldest', python: { from: '3.10', to: '3.10' }, inputs: [testRequirements] },
  fetch: ({ pip }) => pip('-r', testRequirements),
}

const allTools: InstallOptions = {
  ...{ folder: 'python', python: { from: '3.11' }, inputs: [testRequirements, requirements] },
  async fetch({ pip, fetch, python, folder }) {
    await pip('-r', requirements)
    // Its program comes from the registry of npm at the first start.
    await fetch([python, '-m', 'pyright', '--version'], { env: { PYRIGHT_PYTHON_CACHE_DIR: join(folder, 'pyright') } })
  },
}

/** Runs the package's own tests against the running product, and reports how much of it they cover. */
function testPackage({ python, run, report, folder }: Installation): void {
  test(
    'it installs with pandas from its folder, and its tests pass against the product and cover it',
    async () => {
      await run([python, ...withoutRegistry, '--force-reinstall', '--no-deps', package_])
      await run([python, ...withoutRegistry, `${package_}[pandas]`])
      // An account of its own: a test reads the requests left, and other programs ask at the same time.
      const key = await product.createKey(basename(folder), 'scale')
      const env = {
        ...{ HEXAWATT_URL: product.url, HEXAWATT_API_KEY: key, PYTHONDONTWRITEBYTECODE: '1' },
        COVERAGE_FILE: join(folder, 'coverage'),
      }
      const inPackage = { folder: package_, env, timeoutMs: testTimeoutMs - 20_000 }
      await run([python, '-m', 'coverage', 'run', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'], inPackage)
      const total = await run([python, '-m', 'coverage', 'report', '--format=total', '--precision=1'], inPackage)
      await report(`coverage ${total.trim()} %`)
      expect(Number(total)).toBeGreaterThanOrEqual(leastCoveragePct)
    },
    testTimeoutMs,
  )
}

await describeProgram(pinnedPrograms.pythonOldest, testTools, testPackage)

await describeProgram(pinnedPrograms.python, allTools, (installation) => {
  const { python, run, folder } = installation
  testPackage(installation)

  describe('its checkers find nothing', () => {
    const env = { PYRIGHT_PYTHON_CACHE_DIR: join(folder, 'pyright'), PYRIGHT_PYTHON_IGNORE_WARNINGS: '1' }
    const checks: Readonly<Record<string, string[]>> = {
      'ruff format': ['-m', 'ruff', 'format', '--check', '--no-cache', '.'],
      'ruff check': ['-m', 'ruff', 'check', '--no-cache', '.'],
      'mypy --strict': ['-m', 'mypy', '--cache-dir', join(folder, 'mypy')],
      pyright: ['-m', 'pyright', '--pythonpath', python],
    }
    for (const [name, command] of Object.entries(checks)) {
      test(name, async () => {
        await run([python, ...command], { folder: package_, env })
      })
    }

    // Ruff needs nothing that these files import; it reads the settings next to them.
    test.each(['clients/home-assistant', 'test/programs'])('ruff, in %s', async (checked) => {
      for (const command of [['check'], ['format', '--check']])
        await run([python, '-m', 'ruff', ...command, '--no-cache', '.'], { folder: join(repositoryRoot, checked) })
    })
  })

  test('wheel and source distribution are built and sound: typed, with the licence, without tests; the wheel works in a clean environment', async () => {
    const built = join(folder, 'dist')
    await rm(built, { recursive: true, force: true })
    await run([python, '-m', 'build', '--no-isolation', '--outdir', built, package_])
    const [wheel = '', ...otherWheels] = await Array.fromAsync(new Bun.Glob('*.whl').scan(built))
    const [source = '', ...otherSources] = await Array.fromAsync(new Bun.Glob('*.tar.gz').scan(built))
    expect([...otherWheels, ...otherSources]).toEqual([])
    await run([python, '-m', 'twine', 'check', '--strict', join(built, wheel), join(built, source)])
    const listed = JSON.parse(await run([python, join(import.meta.dir, 'list_wheel.py'), join(built, wheel)]))
    checkContents(wheel, listed.files, contents.wheel)
    checkContents(source, await listPackedFiles(join(built, source)), contents.sourceDistribution)
    expect(listed.metadata).toMatchObject({ name: 'hexawatt', 'license-expression': 'Apache-2.0' })
    const clean = join(folder, 'clean')
    await run([python, '-m', 'venv', '--clear', '--system-site-packages', '--without-pip', clean])
    const target = join(clean, 'site')
    await run([python, ...withoutRegistry, '--no-deps', '--target', target, join(built, wheel)])
    const program = 'import hexawatt, hexawatt.statement as s; print(hexawatt.__file__, s.make_statement.__name__)'
    const printed = await run([python, '-P', '-c', program], { env: { PYTHONPATH: target } })
    expect(printed.trim()).toBe(`${join(target, 'hexawatt/__init__.py')} make_statement`)
  })

  test('every call in Python that the reference and the page of integrations show runs and prints an answer', async () => {
    const context = { publicBaseUrl: product.url, demoKey: product.key }
    const ofReference = allOperations.map(
      (operation) => [operation.id, writeSnippets(operation, context).python] as const,
    )
    const page = await Bun.file(join(repositoryRoot, 'docs/guide/integrations/python.md')).text()
    const ofPage = [...page.matchAll(/```python\n(.*?)```/gs)].map(
      ([, code = ''], index) =>
        [`page ${index + 1}`, code.replaceAll('http://hexawatt.local:8080', product.url)] as const,
    )
    expect(ofPage.length).toBe(3)
    const snippets = Object.fromEntries([...ofReference, ...ofPage])
    const file = join(folder, 'snippets.json')
    await Bun.write(file, JSON.stringify(snippets).replaceAll(placeholderKey, product.key))
    const printed = await run([python, join(import.meta.dir, 'run_snippets.py'), file], { folder: repositoryRoot })
    expect(JSON.parse(printed)).toEqual({ ran: ofReference.length + ofPage.length, wrong: {} })
  })

  test('its statement of the example file is that of the command line', async () => {
    const served = stopAtEnd(await startServedSystem())
    const env = { HEXAWATT_URL: served.gatewayUrl }
    const { out, exitCode } = await hexawatt(['statement', example, '--json'], env)
    const script = join(import.meta.dir, 'make_statement.py')
    const printed = await run([python, script, join(repositoryRoot, example)], { env })
    const { statement } = JSON.parse(out)
    expect([exitCode, statement.total.emissions.production.knownKwh > 0]).toEqual([0, true])
    expect(JSON.parse(printed)).toEqual(statement)
  })
})
