import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { product } from '../testing/product.ts'
import { describeProgram } from '../testing/program.ts'

const { githubActions } = pinnedPrograms
const root = join(import.meta.dir, '../../..')

const Step = v.object({
  shell: v.literal('bash'),
  run: v.string(),
  id: v.optional(v.string()),
  if: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
})
const Action = v.object({
  inputs: v.record(v.string(), v.object({ default: v.optional(v.string()) })),
  outputs: v.record(v.string(), v.object({ value: v.string() })),
  runs: v.object({ using: v.literal('composite'), steps: v.array(Step) }),
})
const action = v.parse(Action, Bun.YAML.parse(await Bun.file(join(root, 'action.yml')).text()))

/** What the action needs of the repository; a runner has all of it. */
const needed = [
  'package.json',
  'bun.lock',
  'bunfig.toml',
  'patches',
  'deploy/github-action',
  'clients',
  'shared',
  'tsconfig.json',
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexawatt-action-'))
  const checkout = join(folder, 'action')
  const isSource = (path: string) => !/\/(?:node_modules|dist)(?:\/|$)/.test(path)
  for (const path of needed) await cp(join(root, path), join(checkout, path), { recursive: true, filter: isSource })
  const manifests = new Bun.Glob('*/package.json').scanSync({ cwd: root })
  for (const path of manifests) await cp(join(root, path), join(checkout, path))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Inputs = Readonly<Record<string, string>>
type Ended = { exitCode: number; log: string; outputs: Record<string, string>; ranSteps: number }

await describeProgram(
  githubActions,
  {
    folder: 'github-actions',
    node: true,
    async fetch({ npm, fetch }) {
      await npm(`@actions/workflow-parser@${githubActions.version}`)
      // The first step of the action fetches it; without the registry there is nothing to run.
      await fetch(['npx', '-y', 'bun@1.4.5', '--version'])
    },
  },
  ({ run, runToEnd, folder: installed }) => {
    /** Runs the steps as a runner does: bash files, inputs in the environment, outputs in a file. */
    async function runAction(given: Inputs, first = 1, known: Inputs = {}): Promise<Ended> {
      const inputs: Record<string, string> = { url: product.url, 'api-key': product.key }
      for (const [name, { default: byDefault = '' }] of Object.entries(action.inputs)) inputs[name] ??= byDefault
      Object.assign(inputs, given)
      const temporary = join(folder, 'temp')
      await mkdir(temporary, { recursive: true })
      const ended: Ended = { exitCode: 0, log: '', outputs: { ...known }, ranSteps: 0 }
      for (const step of action.runs.steps.slice(first)) {
        if (step.if !== undefined && !isTrue(step.if, inputs, ended.outputs)) continue
        const [script, outputFile] = [join(temporary, 'step.sh'), join(temporary, 'output')]
        await Bun.write(script, step.run)
        await Bun.write(outputFile, '')
        const { exitCode, stdout, stderr } = await runToEnd(
          ['bash', '--noprofile', '--norc', '-eo', 'pipefail', script],
          {
            folder,
            hasWholeEnvironment: true,
            env: {
              ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text, inputs)])),
              GITHUB_ACTION_PATH: join(folder, 'action'),
              RUNNER_TEMP: temporary,
              GITHUB_OUTPUT: outputFile,
            },
          },
        )
        ended.ranSteps += 1
        ended.log += `${stdout}${stderr}`
        ended.exitCode = exitCode
        if (exitCode !== 0) return ended
        const lines = (await Bun.file(outputFile).text()).split('\n').filter((line) => line !== '')
        Object.assign(ended.outputs, Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))))
      }
      return ended
    }

    test('GitHub’s parser accepts the action and the workflow of the page, and complains of a wrong one', async () => {
      const page = await Bun.file(join(root, 'docs/guide/integrations/schedulers.md')).text()
      const workflow = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, code = '']) => code).at(-1) ?? ''
      expect(workflow).toContain('uses: OWNER/hexawatt@main')
      await Bun.write(join(installed, 'workflow.yml'), workflow)
      await Bun.write(join(installed, 'read-files.mjs'), Bun.file(join(import.meta.dir, 'read-files.mjs')))
      // The parser is made for bundlers: Node refuses its imports of JSON.
      const printed = JSON.parse(
        await run([process.execPath, 'read-files.mjs', join(root, 'action.yml'), 'workflow.yml']),
      )
      expect(printed).toEqual({
        action: [],
        workflow: [],
        wrong: expect.arrayContaining([expect.stringContaining("'stepz'")]),
      })
    })

    test('its steps build the command line, mask the key, and give the plan of the API as outputs', async () => {
      const { exitCode, log, outputs } = await runAction({ within: '12h', duration: '2h' }, 0)
      expect([exitCode, exitCode === 0 ? '' : log]).toEqual([0, ''])
      expect(log).toContain(`::add-mask::${product.key}`)
      expect(log.replaceAll(`::add-mask::${product.key}`, '')).not.toContain(product.key)
      const promised = Object.entries(action.outputs).map(([name, { value }]) => [name, value])
      expect(promised).toEqual(Object.keys(outputs).map((name) => [name, `\${{ steps.plan.outputs.${name} }}`]))
      const [start, end] = [Date.parse(outputs['start'] ?? ''), Date.parse(outputs['end'] ?? '')]
      expect(end - start).toBe(2 * 3_600_000)
      expect(end).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000)
      expect(Math.abs(Number(outputs['wait-seconds']) - (start - Date.now()) / 1_000)).toBeLessThan(60)
      expect(outputs['should-wait']).toMatch(/^(true|false)$/)
      expect(Number(outputs['grams'])).toBeGreaterThan(0)
    })

    test('without a plan the job goes on at once with a warning, and with strict it fails; a wrong input or key always fails', async () => {
      const away = { url: 'http://127.0.0.1:9' }
      expect(await runAction(away)).toMatchObject({
        exitCode: 0,
        outputs: { 'should-wait': 'false', 'wait-seconds': '0' },
        log: expect.stringContaining('::warning::'),
      })
      expect((await runAction({ ...away, strict: 'true' })).exitCode).toBe(1)
      expect((await runAction({ duration: 'long' })).exitCode).toBe(1)
      const wrongKey = await runAction({ 'api-key': `hxw_${'0'.repeat(32)}` })
      expect(wrongKey).toMatchObject({ exitCode: 1, log: expect.stringContaining('invalid_api_key') })
    })

    test('with wait the last step runs where waiting is worth it, and no step waits where it is not', async () => {
      // The window leaves no choice, so the step ends at once.
      const noChoice = { wait: 'true', within: '1h', duration: '1h' }
      const waited = await runAction(noChoice, 2, { 'should-wait': 'true' })
      expect(waited).toMatchObject({ exitCode: 0, ranSteps: 1 })
      for (const skipped of [{ 'should-wait': 'false' }, {}]) {
        expect(await runAction(noChoice, 2, skipped)).toMatchObject({ exitCode: 0, ranSteps: 0 })
      }
      expect(await runAction({ ...noChoice, wait: 'false' }, 2, { 'should-wait': 'true' })).toMatchObject({
        ranSteps: 0,
      })
      const lost = await runAction({ ...noChoice, strict: 'true', url: 'http://127.0.0.1:9' }, 2, {
        'should-wait': 'true',
      })
      expect([lost.exitCode === 0, lost.ranSteps]).toEqual([false, 1])
    })
  },
)

/** The text with its inputs. */
const fill = (text: string, inputs: Inputs): string =>
  text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? '')

/** A condition of the form `inputs.a == 'true' && steps.plan.outputs.b == 'true'`. */
const isTrue = (condition: string, inputs: Inputs, outputs: Readonly<Record<string, string>>): boolean =>
  condition.split(' && ').every((part) => {
    const [, kind, name = '', wanted] = part.match(/^(inputs|steps\.plan\.outputs)\.([\w-]+) == '(.*)'$/) ?? []
    if (kind === undefined) throw new Error(`Not understood: ${part}`)
    return (kind === 'inputs' ? inputs : outputs)[name] === wanted
  })
