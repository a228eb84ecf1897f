import { beforeAll, expect, test } from 'bun:test'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startPolledSystem } from '../../testing/system-fixture.ts'
import { pinnedPrograms } from '../pinned-programs.ts'
import { describeProgram } from '../testing/program.ts'
import { homeCommand, homeInstallation, installClient, seenPath, srvPath } from './testing/install-home.ts'
import { recordDay } from './testing/recorded-day.ts'

const repositoryRoot = join(import.meta.dir, '../../..')
/** Midnight in Paris. */
const begin = Temporal.Instant.from('2026-10-12T22:00:00Z')
const folder = 'month'
/** The spread of requests is by chance: figures may differ by this share, and small ones by this count. */
const [tolerance, leastTolerance] = [0.05, 10]
const recording = 'recorded-day.json'

await describeProgram(pinnedPrograms.homeAssistantMonth, homeInstallation, (installation) => {
  beforeAll(async () => {
    await installClient(installation, 'tests')
    await rm(srvPath(folder), { recursive: true, force: true })
    const isSource = (file: string): boolean => !/__pycache__|\.[a-z]+_cache/.test(file)
    await cp(join(repositoryRoot, 'clients/home-assistant'), srvPath(folder), { recursive: true, filter: isSource })
    const system = await startPolledSystem({ asOf: begin.toString(), isClockRunning: true })
    try {
      const day = await recordDay(system, await system.createKey('decouverte'), begin)
      await Bun.write(srvPath(folder, recording), JSON.stringify(day))
    } finally {
      await system.stop()
    }
  }, 600_000)

  test('a month of requests with everything on stays within the budget, and the page has its figures', async () => {
    const command = ['pytest', '-q', '--show-capture=no', '-p', 'no:cacheprovider', '--rootdir', '.', 'tests/month']
    const variables = { HEXAWATT_RECORDED_DAY: seenPath(folder, recording), PYTHONDONTWRITEBYTECODE: '1' }
    const inFolder = homeCommand('tests', command, variables, seenPath(folder))
    const printed = await installation.run(inFolder, { folder: '/', timeoutMs: 900_000 })
    expect(printed).toMatch(/^1 passed in /m)
    const measured = await Bun.file(srvPath(folder, `${recording}.md`)).text()
    await installation.report(measured.trim().split('\n').at(-1) ?? '')
    const page = await Bun.file(join(repositoryRoot, 'docs/develop/home-assistant.md')).text()
    const [shown, found] = [readAnswers(page), readAnswers(measured)]
    expect(shown).toHaveLength(found.length)
    for (const [index, { operation, answers }] of found.entries()) {
      const stated = shown[index]
      if (stated === undefined) throw new Error(`the page does not name ${operation}`)
      for (const [column, count] of answers.entries()) {
        expect(Math.abs(count - (stated.answers[column] ?? 0))).toBeLessThanOrEqual(leastTolerance + count * tolerance)
      }
    }
  }, 960_000)
})

/** The rows of the table of answers by status: 200, 304 and others. */
function readAnswers(text: string) {
  return [...text.matchAll(/^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, operation = '', ...answers]) => ({
    operation,
    answers: answers.map(Number),
  }))
}
