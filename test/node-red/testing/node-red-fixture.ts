import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { temporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'

const root = join(import.meta.dir, '../../..')
const source = join(root, 'clients/node-red')
const program = join(source, 'node_modules/node-red/red.js')
/** Node-RED is a program of Node; where there is none it runs in Bun. */
const interpreter = Bun.which('node') ?? process.execPath

/** Longest start of Node-RED on a busy machine, ms. */
const maxStartMs = 120_000

/** Longest wait for a message, ms. */
const maxMessageMs = 60_000

/**
 * Loaded into Node-RED before anything else: its clock reads what the test says and runs on from there, and a timer of a second or more
 * that is due by that clock, or less than a second later, runs at once: a busy program lets some ms pass between reading the clock and setting
 * its timer, which would then be due just after an instant that is set exactly.
 */
const clockScript = `const { promisify } = require('node:util')
const [RealDate, realSet, realClear] = [Date, setTimeout, clearTimeout]
const pending = new Map()
let aheadMs = 0
globalThis.Date = class Date extends RealDate {
  constructor(...parts) { parts.length === 0 ? super(RealDate.now() + aheadMs) : super(...parts) }
  static now() { return RealDate.now() + aheadMs }
}
globalThis.setTimeout = (run, ms, ...values) => {
  const act = () => { pending.delete(timer); run(...values) }
  const timer = realSet(act, ms)
  if (ms >= 1000) pending.set(timer, { dueMs: Date.now() + ms, act })
  return timer
}
globalThis.setTimeout[promisify.custom] = realSet[promisify.custom]
globalThis.clearTimeout = (timer) => { pending.delete(timer); realClear(timer) }
process.on('message', ({ nowMs }) => {
  aheadMs = nowMs - RealDate.now()
  for (const [timer, { dueMs, act }] of [...pending]) if (dueMs < nowMs + 1000 && pending.has(timer)) { realClear(timer); act() }
  process.send({ nowMs })
})
`

/** A node of a flow, as the editor stores it. */
export type FlowNode = { id: string; type: string; wires?: string[][] } & Record<string, unknown>

/** A message that reached a probe. */
export type Probed = Record<string, unknown> & { payload?: unknown }

const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path)

/** The package as it would be published: built and packed, as its README says, into a tarball of the folder. */
export async function packNodes(folder: string): Promise<string> {
  const tarball = join(folder, 'hexawatt-node-red.tgz')
  // Each test packs a copy: test files that run side by side would build into one folder.
  const copy = join(folder, 'clients/node-red')
  for (const client of ['node-red', 'typescript'])
    await cp(join(root, 'clients', client), join(folder, 'clients', client), { recursive: true, filter: isSource })
  await run(copy, process.execPath, 'pm', 'pack', '--filename', tarball)
  return tarball
}

async function run(folder: string, ...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`)
}

/** A real Node-RED on loopback, in a folder of its own with the packed nodes installed, that forgets everything when it is stopped. */
export async function startNodeRed(env: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  await packNodes(folder)
  const dependencies = { '@hexawatt/node-red': 'file:hexawatt-node-red.tgz' }
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await run(folder, process.execPath, 'install')
  const port = await freePort()
  await Bun.write(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(settingsOf(port))}`)
  await Bun.write(join(folder, 'clock.js'), clockScript)
  const url = `http://127.0.0.1:${port}`

  let clockIsSet = Promise.withResolvers<void>()
  const log = Bun.file(join(folder, 'log.txt'))
  const child = Bun.spawn([interpreter, '--require', join(folder, 'clock.js'), program, '--userDir', folder], {
    cwd: folder,
    env: { PATH: Bun.env['PATH'] ?? '', HOME: folder, ...env },
    stdout: log,
    stderr: log,
    serialization: 'json',
    ipc: () => clockIsSet.resolve(),
  })

  /** Messages by the name of their probe, oldest first. */
  const probed = new Map<string, Probed[]>()
  const receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const message = (await request.json()) as Probed
      probed.getOrInsertComputed(new URL(request.url).pathname.slice(1), () => []).push(message)
      return new Response()
    },
  })
  const seen = (probe: string): Probed[] => probed.get(probe) ?? []

  async function admin(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', 'node-red-api-version': 'v2', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async function stop(): Promise<void> {
    child.kill()
    await child.exited
    await receiver.stop(true)
    await rm(folder, { recursive: true, force: true })
  }

  const isReady = () =>
    fetch(`${url}/flows`).then(
      ({ ok }) => ok,
      () => false,
    )
  const startDeadline = { timeoutMs: maxStartMs, intervalMs: 100 }
  if (
    !(await pollUntil(async () => child.exitCode !== null || (await isReady()), startDeadline)) ||
    child.exitCode !== null
  ) {
    const text = await log.text()
    await stop()
    throw new Error(`Node-RED did not start:\n${text}`)
  }

  return {
    url,
    folder,
    admin,
    seen,
    log: () => log.text(),
    isRunning: () => child.exitCode === null,
    /** Sets the clock of Node-RED to an instant. */
    async setClock(instant: string): Promise<void> {
      clockIsSet = Promise.withResolvers()
      child.send({ nowMs: Date.parse(instant) })
      await clockIsSet.promise
    },
    /** Nodes that hand each message to the test, which finds it under `name`. */
    probe(name: string, tab: string): FlowNode[] {
      const func = `return { payload: { ...msg, error: msg.error && msg.error.message } }`
      return [
        { id: name, type: 'function', z: tab, func, outputs: 1, wires: [[`${name}-send`]] },
        {
          id: `${name}-send`,
          type: 'http request',
          z: tab,
          method: 'POST',
          url: `${receiver.url}${name}`,
          wires: [[]],
        },
      ]
    },
    /** Sends a message into a node by an inject node of its own. */
    inject: (id: string) => admin('POST', `/inject/${id}`),
    /** Deploys flows, all of them anew or the nodes that have changed, and waits until they run. */
    async deploy(flows: FlowNode[], type: 'full' | 'nodes' = 'full'): Promise<void> {
      const starts = async (): Promise<number> => (await log.text()).split('] Started ').length
      const before = await starts()
      await admin('POST', '/flows', { flows }, { 'node-red-deployment-type': type })
      const deadline = { timeoutMs: maxMessageMs, intervalMs: 20 }
      if (!(await pollUntil(async () => (await starts()) > before, deadline))) throw new Error(await log.text())
    },
    /** The newest message of a probe that fits; fails when none has come in time. */
    async message(name: string, fits: (message: Probed) => boolean = () => true): Promise<Probed> {
      const found = await pollUntil(() => seen(name).some(fits), { timeoutMs: maxMessageMs, intervalMs: 20 })
      const message = seen(name).findLast(fits)
      if (found && message !== undefined) return message
      throw new Error(`no such message at ${name}: ${JSON.stringify([...probed])}\n${await log.text()}`)
    },
    stop,
  }
}
export type NodeRed = Awaited<ReturnType<typeof startNodeRed>>

function settingsOf(port: number): object {
  return {
    uiHost: '127.0.0.1',
    uiPort: port,
    flowFile: 'flows.json',
    credentialSecret: 'the secret of a test',
    lang: 'en-US',
    telemetry: { enabled: false, updateNotification: false },
    editorTheme: { tours: false },
    externalModules: { autoInstall: false, palette: { allowInstall: false } },
    logging: { console: { level: 'info', metrics: false, audit: false } },
  }
}
