import { expect, test } from 'bun:test'
import { join } from 'node:path'
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

for (const key of ['hxw_0123\nhxw_secret', 'hxw_secret\r\n::warning::x', '']) {
  test(`a key that cannot be masked is refused and not printed: ${JSON.stringify(key)}`, async () => {
    const script = steps.find(({ id }) => id === 'plan')?.run ?? ''
    const env = { PATH: process.env['PATH'] ?? '', HEXAWATT_API_KEY: key, RUNNER_TEMP: '/nonexistent' }
    const child = Bun.spawn(['bash', '-c', script], { env, stdout: 'pipe', stderr: 'pipe' })
    const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    expect([exitCode, stdout, stderr]).toEqual([1, '::error::api-key must be a key: one line without spaces.\n', ''])
  })
}
