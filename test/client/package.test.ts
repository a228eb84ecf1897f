import { describe, expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { closeAtEnd, stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { version } from '../../package.json'
import { addPoints, makeRoomForPoints } from '../history/testing/history-fixture.ts'
import { plainPoints } from '../history/testing/sample-points.ts'
import { startPolledSystem } from '../testing/system-fixture.ts'
import { hexawatt } from './testing/command-line-fixture.ts'

const root = join(import.meta.dir, '../..')
const source = join(root, 'clients/typescript')
const asOf = '2026-02-03T18:20:00Z'
const node = Bun.which('node')

/** A strict project that has nothing but the standard library and what browsers have. */
const consumerOptions = {
  noEmit: true,
  strict: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom'],
  types: [],
  skipLibCheck: false,
}

/** A customer's project, with the package as it would be published, installed from its tarball. */
const project = await makeTemporaryFolder({ holdsPrograms: true })
closeAtEnd(() => rm(project, { recursive: true, force: true }))
const installed = join(project, 'node_modules/@hexawatt/client')

type Env = Record<string, string>

/** Runs a program to its end and returns its output; a failure shows all of it. */
async function runWith(env: Env, folder: string, ...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, env: { PATH: Bun.env['PATH'] ?? '', ...env }, stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}
const run = (folder: string, ...command: string[]) => runWith({ HOME: project }, folder, ...command)

await run(source, process.execPath, 'run', 'build')
await run(source, process.execPath, 'pm', 'pack', '--ignore-scripts', '--filename', join(project, 'client.tgz'))
await Bun.write(
  join(project, 'package.json'),
  JSON.stringify({ type: 'module', dependencies: { '@hexawatt/client': 'file:client.tgz' } }),
)
await run(project, process.execPath, 'install')
const system = stopAtEnd(await startPolledSystem({ asOf }))
await ensureDataMode(system.sql, 'demo')
await makeRoomForPoints(system.sql)
await addPoints(system.sql, plainPoints('2026-02-02T00:00:00Z', '2026-02-03T18:20:01Z'))

describe('the package as it is published', () => {
  test('the published package holds its code, types, README, LICENSE and the licence of the package that it bundles, and nothing else', async () => {
    const files = await Array.fromAsync(new Bun.Glob('**/*').scan({ cwd: installed }))
    expect(files.filter((file) => !file.startsWith('dist/types/')).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'dist/LICENSE.fflate',
      'dist/cli.js',
      'dist/hexawatt.js',
      'package.json',
    ])
    expect(files.filter((file) => file.startsWith('dist/types/') && !file.endsWith('.d.ts'))).toEqual([])
    expect(files.filter((file) => /test/i.test(file))).toEqual([])
  })

  test('the published package has no dependency and carries the licence of the project', async () => {
    const manifest = await Bun.file(join(installed, 'package.json')).json()
    expect(manifest).toMatchObject({ name: '@hexawatt/client', version, license: 'Apache-2.0' })
    expect([manifest.dependencies, manifest.peerDependencies, manifest.optionalDependencies]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const licence = (folder: string) => Bun.file(join(folder, 'LICENSE')).text()
    expect(await licence(installed)).toBe(await licence(root))
    expect(await Bun.file(join(installed, 'dist/hexawatt.js')).text()).not.toMatch(/\bimport\b|\brequire\(/)
    const program = (await Bun.file(join(installed, 'dist/cli.js')).text()).replace(/^#!.*/, '')
    const imported = new Bun.Transpiler({ loader: 'js' }).scanImports(program).map(({ path }) => path)
    expect(imported.length).toBeGreaterThan(0)
    expect(imported.filter((path) => !isBuiltin(path))).toEqual([])
  })

  test('the published types compile without other packages and reject wrong uses', async () => {
    const check = async (name: string, code: string) => {
      await Bun.write(
        join(project, name),
        `import { bestHours, createHexawatt, isProblem } from '@hexawatt/client'\n${code}`,
      )
      const config = join(project, 'tsconfig.json')
      await Bun.write(config, JSON.stringify({ compilerOptions: consumerOptions, files: [name] }))
      return runWith({}, project, join(source, 'node_modules/.bin/tsc'), '-p', config).then(
        () => 'right',
        (error: Error) => error.message.match(/TS\d+/)?.[0] ?? error.message,
      )
    }
    const client = `const api = createHexawatt({ baseUrl: '', apiKey: undefined })\n`
    const right = `${client}const { data, rateLimit } = await api.scoreForecast({ hours: 6, profile: 'carbon' })
      const start: string | undefined = bestHours(data, { durationHours: 2 })?.start
      for await (const { level } of api.streamHistory()) { const text: 'Optimal' | 'Acceptable' | 'Unfavorable' = level }
      const left: number | undefined = rateLimit?.remainingMinute
      try {} catch (error) { if (isProblem(error, 'rate_limited')) { const code: 'rate_limited' = error.code } }`
    expect(await check('right.ts', right)).toBe('right')
    const wrong = `${client}const value: number = (await api.score()).data.spotPriceEurPerMWh`
    expect(await check('wrong.ts', wrong)).toBe('TS2322')
    const exclusive = `${client}api.score({ profile: 'carbon', weights: { price: 1, carbon: 0, grid: 0, adequacy: 0 } })`
    expect(await check('exclusive.ts', exclusive)).toBe('TS2322')
  })
})

describe('its command line', () => {
  const env = async () => ({ HEXAWATT_URL: system.gatewayUrl, HEXAWATT_API_KEY: await system.createKey('scale') })
  const command = join(project, 'node_modules/.bin/hexawatt')

  test.skipIf(node === null)('the command hexawatt prints the same in Node and in Bun', async () => {
    const withKey = await env()
    for (const argv of [
      ['now'],
      ['forecast', '--json'],
      ['plan', '--duration', '2h', '--by', '07:00'],
      ['tariff'],
      ['history'],
      ['statement', join(root, 'docs/start/load-curve.csv'), '--adder', 'turpe-mu4', '--off-peak', '22h30-6h30'],
      ['statement', join(root, 'docs/start/load-curve.csv'), '--move', '3kWh', '--csv'],
    ]) {
      const [inNode, inBun] = await Promise.all([
        hexawatt(argv, withKey, [command]),
        hexawatt(argv, withKey, [process.execPath, '--bun', command]),
      ])
      expect([argv, inNode.exitCode, inNode.out]).toEqual([argv, 0, inBun.out])
      expect(inNode.out.length).toBeGreaterThan(100)
    }
    expect((await hexawatt(['--help'], {}, [command])).out).toStartWith('Usage: hexawatt <command> [options]')
  })

  test.skipIf(node === null)(
    'the command refuses with the same sentences and exit codes in Node and in Bun',
    async () => {
      const withKey = await env()
      for (const argv of [
        ['paln'],
        ['plan', '--powr', '1'],
        ['plan', '--power', '1'],
        ['now', '--key', 'hxw_1'],
        ['now', '--', 'x'],
      ]) {
        const [inNode, inBun] = await Promise.all([hexawatt(argv, withKey, [command]), hexawatt(argv, withKey)])
        expect(inNode).toEqual({ ...inBun, err: inBun.err.replace('bun run ', '') })
        expect(inNode.exitCode).toBe(2)
      }
    },
  )

  test.skipIf(node === null)('in Node the command runs another command and passes its signals on', async () => {
    const run = ['run', '--within', '1h', '--', '/bin/sh', '-c']
    const withKey = await env()
    expect(await hexawatt([...run, 'echo out; exit 7'], withKey, [command])).toMatchObject({
      exitCode: 7,
      out: 'out\n',
    })
    const trapped = 'trap "exit 5" TERM; kill -TERM $PPID; while :; do sleep 0.05; done'
    expect(await hexawatt([...run, trapped], withKey, [command])).toMatchObject({ exitCode: 5 })
    expect((await hexawatt([...run, './none'], withKey, [command])).exitCode).toBe(127)
  })
})

describe('the examples of its README', () => {
  const expected = [
    /^\d+(\.\d+)? gCO2eq\/kWh from 2026-02-03T16:00:00Z to 2026-02-03T17:00:00Z\n$/,
    /^Start at 2026-02-0[34]T\d\d:00:00Z: mean score \d+(\.\d+)?\.\n$/,
    /^0 of 144 points were optimal\.\n$/,
    /^Score \d+\n$/,
  ]

  async function examples(): Promise<string[]> {
    const readme = await Bun.file(join(installed, 'README.md')).text()
    return [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code = '']) => code)
  }

  async function outputsOf(program: string): Promise<string[]> {
    const env = { HEXAWATT_URL: system.gatewayUrl, HEXAWATT_API_KEY: await system.createKey('decouverte') }
    const outputs: string[] = []
    for (const [index, code] of (await examples()).entries()) {
      const file = join(project, 'examples', `${index}.mjs`)
      await mkdir(join(project, 'examples'), { recursive: true })
      await Bun.write(file, code)
      outputs.push(await runWith(env, project, program, file))
    }
    return outputs
  }

  function expectOutputs(outputs: string[]): void {
    expect(outputs).toHaveLength(expected.length)
    for (const [index, output] of outputs.entries()) expect(output).toMatch(expected[index] ?? /^$/)
  }

  test('in Bun the README’s examples print what they say, against the running product', async () => {
    expectOutputs(await outputsOf(process.execPath))
  })

  test.skipIf(node === null)(
    'in Node the README’s examples print what they say, against the running product',
    async () => {
      expectOutputs(await outputsOf(node ?? ''))
    },
  )
})
