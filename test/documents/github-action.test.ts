import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { closeAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'

const Action = v.object({
  runs: v.object({ steps: v.array(v.object({ id: v.optional(v.string()), run: v.string() })) }),
})
const { steps } = v.parse(Action, Bun.YAML.parse(await Bun.file(join(import.meta.dir, '../../action.yml')).text())).runs

test('no input of the GitHub Action is part of a script: it arrives in the environment, and cannot run anything', () => {
  expect(steps.filter(({ run }) => run.includes('${{'))).toEqual([])
})

test('an empty list of options is no unset variable to the bash of macOS (3.2)', () => {
  for (const { run } of steps) expect(run.replaceAll(/\$\{(\w+)\[@\]\+"\$\{\1\[@\]\}"\}/g, '')).not.toContain('[@]')
})

async function runPlan(env: Readonly<Record<string, string>>) {
  const script = steps.find(({ id }) => id === 'plan')?.run ?? ''
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, stdout: 'pipe', stderr: 'pipe' } as const
  const child = Bun.spawn(['bash', '-c', script], options)
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { stdout, stderr, exitCode }
}

test('a message that looks like a command of the runner is none', async () => {
  const folder = await makeTemporaryFolder()
  closeAtEnd(() => rm(folder, { recursive: true, force: true }))
  const main = join(import.meta.dir, '../../clients/typescript/src/cli/main.ts')
  const built = [process.execPath, 'build', main, '--target=node', '--format=esm', `--outfile=${folder}/hexawatt.js`]
  expect(await Bun.spawn(built, { stdout: 'ignore' }).exited).toBe(0)
  const inputs = { DURATION: '1h\n::warning::made up', WITHIN: '4h', OBJECTIVE: 'carbon', STRICT: 'false' }
  const connection = { HEXAWATT_URL: 'http://127.0.0.1:9', HEXAWATT_API_KEY: 'hxw_0123456789' }
  const { exitCode, stdout, stderr } = await runPlan({ ...inputs, ...connection, RUNNER_TEMP: folder })
  expect([exitCode, stderr]).toEqual([1, ''])
  const [, token, messages] = stdout.match(/^::stop-commands::([\w-]+)\n(.*)\n::\1::$/ms) ?? []
  expect(token).toHaveLength(36)
  expect(messages).toContain('\n::warning::made up')
})

for (const key of ['hxw_0123\nhxw_secret', 'hxw_secret\r\n::warning::x', '']) {
  test(`a key that cannot be masked is refused and not printed: ${JSON.stringify(key)}`, async () => {
    const { stdout, stderr, exitCode } = await runPlan({ HEXAWATT_API_KEY: key, RUNNER_TEMP: '/nonexistent' })
    expect([exitCode, stdout, stderr]).toEqual([1, '::error::api-key must be a key: one line without spaces.\n', ''])
  })
}
