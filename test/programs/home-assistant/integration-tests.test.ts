import { beforeAll, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'
import { homeCommand, homeInstallation, installClient, seenPath, srvPath } from './testing/install-home.ts'

const integration = join(import.meta.dir, '../../../clients/home-assistant')
/** Share of the lines and branches of the integration that its tests must run, percent. */
const leastCoverage = 95
/** Processes of pytest: each test has a product's gate, a Home Assistant and a recorder of its own, and each process an account. */
const processes = 2

await describeProgram(pinnedPrograms.homeAssistantTests, homeInstallation, (installation) => {
  beforeAll(async () => {
    await installClient(installation, 'tests')
    await rm(srvPath('integration'), { recursive: true, force: true })
    const isSource = (file: string): boolean => !/__pycache__|\.[a-z]+_cache/.test(file)
    await cp(integration, srvPath('integration'), { recursive: true, filter: isSource })
  }, 300_000)

  const run = (command: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
    const inFolder = homeCommand('tests', command, variables, seenPath('integration'))
    return installation.run(inFolder, { folder: '/', timeoutMs: 600_000 })
  }

  test('it is the pinned release', async () => {
    expect((await run(['hass', '--version'])).trim()).toBe(pinnedPrograms.homeAssistantTests.version)
  })

  test(`the tests of the integration pass, none is skipped, and they run ${leastCoverage} % of it`, async () => {
    const options = ['-q', '--show-capture=no', '-p', 'no:cacheprovider', '-n', `${processes}`]
    const coverage = ['--cov', '--cov-report=term', `--cov-fail-under=${leastCoverage}`]
    const createKey = (_: unknown, at: number) => product.createKey(`integration-tests-${at}`, 'scale')
    const keys = await Promise.all(Array.from({ length: processes }, createKey))
    const reached = { HEXAWATT_URL: product.url, HEXAWATT_API_KEY: keys.join(',') }
    const printed = await run(
      ['pytest', '--rootdir', '.', '--ignore', 'tests/month', ...options, ...coverage, 'tests'],
      reached,
    )
    expect(printed).toMatch(/^\d+ passed in /m)
    const [, count] = /^(\d+) passed/m.exec(printed) ?? []
    const [, percent] = /Total coverage: ([\d.]+)%/.exec(printed) ?? []
    await installation.report(`${count} of pytest, coverage ${Number(percent).toFixed(1)} %`)
  }, 660_000)
})
