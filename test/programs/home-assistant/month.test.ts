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
const recording = 'recorded-day.json'

await describeProgram(pinnedPrograms.homeAssistantTests, homeInstallation, (installation) => {
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

  test('a month of requests with everything on stays within the budget', async () => {
    const command = ['pytest', '-q', '--show-capture=no', '-p', 'no:cacheprovider', '--rootdir', '.', 'tests/month']
    const variables = { HEXAWATT_RECORDED_DAY: seenPath(folder, recording) }
    const inFolder = homeCommand('tests', command, variables, seenPath(folder))
    const printed = await installation.run(inFolder, { folder: '/', timeoutMs: 900_000 })
    expect(printed).toMatch(/^1 passed in /m)
    const measured = await Bun.file(srvPath(folder, `${recording}.md`)).text()
    await installation.say(measured)
    expect(measured).toContain('counted answers of 200')
  }, 960_000)
})
