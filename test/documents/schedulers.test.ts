import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { startServedSystem } from '../gateway/testing/served-system-fixture.ts'
import type { System } from '../testing/system-fixture.ts'

const root = join(import.meta.dir, '../..')
const page = await Bun.file(join(root, 'docs/guide/integrations/schedulers.md')).text()

/** Blocks of code of the page in a language. */
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code = '']) => code)

let system: System
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  system = await startServedSystem({ seams: { planTable: defaultPlanTable } })
  folder = await makeTemporaryFolder()
  const key = await system.createKey('scale')
  await Bun.write(join(folder, '.hexawatt-key'), key)
  await makeProgram('hexawatt', `exec '${process.execPath}' '${root}/clients/typescript/src/cli/main.ts' "$@"`)
  env = {
    PATH: `${folder}/bin:${Bun.env['PATH']}`,
    HOME: folder,
    HEXAWATT_URL: system.gatewayUrl,
    HEXAWATT_API_KEY: key,
    TZ: 'Europe/Paris',
  }
})
afterAll(async () => {
  await system.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A program on the PATH of the commands; what it is given stands in a file of its name. */
async function makeProgram(name: string, script = `printf '%s\\n' "$@" > '${folder}/${name}'`): Promise<void> {
  await mkdir(join(folder, 'bin'), { recursive: true })
  await Bun.write(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'bin', name), 0o755)
}
const givenTo = async (name: string): Promise<string[]> =>
  (await Bun.file(join(folder, name)).text()).trim().split('\n')

/** A command as the page has it, in a window that leaves no choice, so that nothing waits. */
const atOnce = (command: string): string =>
  command.replace(/--(?:by|within) \S+ --duration (\S+)/, '--within $1 --duration $1')

async function run(command: string, more: Record<string, string> = {}, shell: readonly string[] = ['/bin/sh', '-c']) {
  const child = Bun.spawn([...shell, command], {
    cwd: folder,
    env: { ...env, ...more },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, err, exitCode }
}
const formatParis = (iso: string): string => new Date(iso).toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })

/** The instant that the first example of the page prints. */
const planned = async (command = blocks('sh')[0] ?? ''): Promise<string> => (await run(command)).out.trim()

test('the first example prints the instant that the page shows', async () => {
  expect(await planned()).toBe((blocks('text')[0] ?? '').trim())
})

test('the line of cron is one line without a percent sign, and starts its command with the key of a file', async () => {
  const lines = (blocks('crontab')[0] ?? '').trim().split('\n')
  const line = lines.at(-1) ?? ''
  // The PATH of cron lacks /usr/local/bin.
  expect(lines.slice(0, -1)).toEqual(['PATH=/usr/local/bin:/usr/bin:/bin', 'HEXAWATT_URL=http://hexawatt.local:8080'])
  const [, minute, hour, command = ''] = line.match(/^(\d+) (\d+) \* \* \* (.*)$/) ?? []
  // cron makes a new line of a percent sign.
  expect([minute, hour, command.includes('%')]).toEqual(['0', '22', false])
  await makeProgram('backup')
  const { exitCode, err } = await run(atOnce(command), { HEXAWATT_API_KEY: '' })
  expect([exitCode, err, await Bun.file(join(folder, 'backup')).exists()]).toEqual([0, expect.any(String), true])
})

test('the service of systemd starts its command with the credential that the unit loads', async () => {
  const [service = '', timer = ''] = blocks('ini')
  const [, command = ''] = service.match(/^ExecStart=(.*)$/m) ?? []
  const { exitCode } = await run(
    atOnce(command)
      .replaceAll('/usr/local/bin/', `${folder}/bin/`)
      .replace(`$${'{CREDENTIALS_DIRECTORY}'}/key`, `${folder}/.hexawatt-key`),
    { HEXAWATT_API_KEY: '' },
  )
  expect(exitCode).toBe(0)
  expect([service.includes('LoadCredential=key:'), timer.includes('OnCalendar=*-*-* 22:00:00')]).toEqual([true, true])
})

test.skipIf(Bun.which('systemd-analyze') === null)('systemd accepts the units', async () => {
  for (const [index, name] of ['backup.service', 'backup.timer'].entries()) {
    const unit = (blocks('ini')[index] ?? '').replaceAll(/\/usr\/local\/bin\/\w+/g, '/bin/true')
    await Bun.write(join(folder, name), unit)
  }
  expect(await run(`systemd-analyze verify --man=no '${folder}/backup.service' '${folder}/backup.timer'`)).toEqual({
    out: '',
    err: '',
    exitCode: 0,
  })
})

/** What a scheduler is given for an instant, in the time of the machine. */
const schedulers = {
  at: {
    block: 1,
    format: (at: string) => ['-t', formatParis(at).replaceAll(/[- :]/g, '').slice(0, 12), '-f', './job.sh'],
  },
  sbatch: {
    block: 2,
    format: (at: string) => [`--begin=${formatParis(at).replace(' ', 'T')}`, '--time=04:00:00', 'job.sh'],
  },
} as const

test.each(Object.entries(schedulers))(
  '%s gets the start of the plan in the time of the machine, and the present without a plan',
  async (name, { block, format }) => {
    await makeProgram(name)
    const code = blocks('sh')[block] ?? ''
    const [, plan = ''] = code.match(/\$\((hexawatt .*?)\)/) ?? []
    expect(await run(code)).toMatchObject({ exitCode: 0 })
    expect(await givenTo(name)).toEqual(format(await planned(plan)))
    const [before, after] = [new Date(), new Date(Date.now() + 120_000)]
    expect(await run(code, { HEXAWATT_URL: 'http://127.0.0.1:9' })).toMatchObject({ exitCode: 0 })
    const [given, earliest, latest] = [await givenTo(name), format(before.toISOString()), format(after.toISOString())]
    expect([given.join(' ') >= earliest.join(' '), given.join(' ') <= latest.join(' ')]).toEqual([true, true])
  },
)

test('make starts its command', async () => {
  await Bun.write(join(folder, 'Makefile'), atOnce(blocks('make')[0] ?? '').replace('./train.sh', 'train'))
  await Bun.write(join(folder, 'data'), '')
  await makeProgram('train')
  expect((await run('make train')).exitCode).toBe(0)
})

test('the script of GitLab writes a pipeline whose job starts with the plan, at once without one', async () => {
  const Pipeline = v.object({
    train: v.object({ when: v.literal('delayed'), start_in: v.pipe(v.string(), v.regex(/^\d+ seconds$/)) }),
  })
  const { plan } = v.parse(
    v.object({ plan: v.object({ script: v.array(v.string()) }) }),
    Bun.YAML.parse(blocks('yaml')[0] ?? ''),
  )
  const [install = '', ...script] = plan.script
  expect(install).toStartWith('npm install --global')
  const secondsFor = async (more: Record<string, string>): Promise<number> => {
    // GitLab runs the lines in one shell, and stops at the first that fails.
    expect(await run(['set -e', ...script].join('\n'), more, ['/bin/bash', '-c'])).toMatchObject({ exitCode: 0 })
    const written = v.parse(Pipeline, Bun.YAML.parse(await Bun.file(join(folder, 'batch.yml')).text()))
    return Number.parseInt(written.train.start_in, 10)
  }
  expect(await secondsFor({ HEXAWATT_URL: 'http://127.0.0.1:9' })).toBe(1)
  // The data are of February, so the plan has begun for the clock of this machine; a stand-in for the date gives the distance.
  await makeProgram(
    'date',
    `if [ "$*" = +%s ]; then exec /bin/date -d 2026-02-03T18:20:00Z +%s; else exec /bin/date "$@"; fi`,
  )
  const start = await planned(script[0]?.match(/\$\((hexawatt .*?)\)/)?.[1])
  expect(await secondsFor({})).toBe((Date.parse(start) - Date.parse('2026-02-03T18:20:00Z')) / 1_000)
  await rm(join(folder, 'bin/date'))
})
