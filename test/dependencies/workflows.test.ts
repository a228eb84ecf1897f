import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pins from '../../.github/actions.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { findFaults, listRunLines, type PinnedActions } from './testing/workflow-faults.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string) => Bun.file(join(root, path)).text()
const actions: PinnedActions = pins
const names = [...new Bun.Glob('.github/workflows/*').scanSync({ cwd: root, dot: true })].sort()
const workflows = await Promise.all(names.map(async (name) => ({ name, text: await read(name) })))
const lines = workflows.flatMap(({ text }) => listRunLines(text))

const checkout = actions['actions/checkout']

/** A workflow that keeps every rule. */
const good = `on: push
permissions: {}
jobs:
  a:
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@${checkout?.commit} # ${checkout?.version}
        with:
          persist-credentials: false
      - run: echo "$NAME"
`

describe('the workflows of GitHub', () => {
  test('there are those of continuous integration, CodeQL, secrets, known vulnerabilities and releases', () => {
    const expected = ['audit', 'ci', 'codeql', 'release', 'secrets']
    expect(names).toEqual(expected.map((name) => `.github/workflows/${name}.yml`))
  })

  test.each(workflows)(
    '$name: actions by commit, least permissions, no value of an event in a shell line',
    ({ text }) => {
      expect(findFaults(text, actions)).toEqual([])
    },
  )

  test.each([
    ['on: push', 'on: pull_request_target', 'runs with secrets on the changes of a fork'],
    ['on: push', 'on: [push, workflow_run]', 'runs with secrets on the changes of a fork'],
    ['permissions: {}', 'permissions: write-all', 'does not begin with no permissions'],
    ['    permissions:\n      contents: read\n', '', 'a declares no permissions one by one'],
    ['    permissions:\n      contents: read', '    permissions: write-all', 'a declares no permissions one by one'],
    ['      contents: read', '      contents: write', 'a may write without an approval'],
    ['    timeout-minutes: 5\n', '', 'a has no time limit'],
    ['persist-credentials: false', 'fetch-depth: 0', 'a leaves its token in the checkout'],
    ['echo "$NAME"', `echo $${'{{'} github.event.issue.title }}`, 'a has an expression in a shell line'],
    [`${checkout?.commit}`, 'v7', 'actions/checkout@v7 is not as in actions.json'],
    ['- run: echo "$NAME"', '- { uses: someone/action@v1 }', 'names an action in an unknown way'],
    ['actions/checkout@', 'someone/checkout@', 'someone/checkout is not in actions.json'],
    [
      'echo "$NAME"',
      'docker buildx create --driver-opt image=moby/buildkit:latest',
      'moby/buildkit:latest has no digest',
    ],
  ])('the check finds a fault: %s becomes %s', (part, replacement, fault) => {
    expect(findFaults(good, actions)).toEqual([])
    expect(
      findFaults(
        good.replace(part, () => replacement),
        actions,
      ).join('\n'),
    ).toContain(fault)
  })

  test('an action’s commit was read at its own tag, or in two other repositories, and every noted action is used', () => {
    const texts = workflows.map(({ text }) => text).join('\n')
    for (const [name, { version, commit, readOn, readFrom }] of Object.entries(actions)) {
      expect(version).toMatch(/^v\d+\.\d+\.\d+$/)
      expect(commit).toMatch(/^[0-9a-f]{40}$/)
      expect(readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      const repositories = new Set(readFrom.map((place) => place.split(': ', 1)[0]))
      expect(repositories.size).toBeGreaterThanOrEqual(repositories.has(name) ? 1 : 2)
      expect(texts).toContain(`uses: ${name}`)
    }
  })
})

describe('what the workflows run exists', () => {
  test('scripts of package.json, by this repository’s version of Bun', () => {
    const runs = lines.flatMap((line) => [...line.matchAll(/npx -y bun@(\S+) run (\S+)/g)])
    expect(new Set(runs.map(([, version]) => version))).toEqual(new Set([manifest.devDependencies['bun-types']]))
    const scripts = new Set(runs.map(([, , script = '']) => script))
    expect(scripts).toEqual(new Set(['verify', 'release']))
    expect([...scripts].filter((script) => !(script in manifest.scripts))).toEqual([])
  })

  test('files of this repository', () => {
    const named = lines.flatMap((line) => [...line.matchAll(/(?:\bbash |-C |--requirement )(\S+)/g)])
    const files = named.map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(2)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('programs written in Go are those that go.mod pins', async () => {
    const tools = await read('.github/tools/go.mod')
    const used = lines.flatMap((line) => line.match(/^go -C \.github\/tools tool (\S+)/)?.[1] ?? [])
    expect(used.sort()).toEqual(['actionlint', 'gitleaks'])
    for (const name of used) expect(tools).toMatch(new RegExp(`^\\tgithub\\.com/.*\\b${name}\\b`, 'm'))
  })

  test('continuous integration on GitHub runs every command of .ci/run', async () => {
    const commands = (await read('.ci/run')).match(/(?<=^(?:exec )?)npx -y bun@.*$/gm) ?? []
    expect(commands.length).toBeGreaterThan(2)
    const ci = listRunLines(workflows.find(({ name }) => name.endsWith('/ci.yml'))?.text ?? '')
    expect(commands.filter((command) => !ci.includes(command))).toEqual([])
  })
})
