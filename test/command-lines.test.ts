import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '..')
const { scripts }: { scripts: Record<string, string> } = await Bun.file(join(root, 'package.json')).json()

/** Scripts that make and check the project itself, and have no command line of their own. */
const builders = ['verify', 'check', 'format', 'test']
const names = Object.keys(scripts).filter((name) => !builders.includes(name))

/** Runs a script of package.json with nothing set: no store, no credentials. */
async function run(name: string, ...args: string[]) {
  const [, , script = '', ...words] = (scripts[name] ?? '').split(' ')
  const child = Bun.spawn([process.execPath, '--no-env-file', script, ...words, ...args], {
    cwd: root,
    env: { PATH: Bun.env['PATH'] ?? '' },
    stdin: 'ignore',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { exitCode: await child.exited, out, err }
}

describe.each(names)('bun run %s', (name) => {
  test('--help describes the command with an example, and needs no store', async () => {
    const { exitCode, out, err } = await run(name, '--help')
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
    expect(out).toStartWith(`Usage: bun run ${name}`)
    expect(out).toMatch(new RegExp(`Examples?:\n  bun run ${name}`))
  })

  test('an unknown option is answered by one line with the nearest known option, and nothing is done', async () => {
    const { exitCode, out, err } = await run(name, '--hlep')
    expect({ exitCode: exitCode > 0, out, lines: err.trimEnd().split('\n').length }).toEqual({
      exitCode: true,
      out: '',
      lines: 1,
    })
    expect(err).toContain(`Unknown option '--hlep'. Did you mean --help? (bun run ${name} --help)`)
  })
})
