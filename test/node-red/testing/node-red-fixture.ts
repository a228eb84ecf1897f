import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { makeTemporaryFolder } from '@hexawatt/dev/src/embedded/test-servers.ts'

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
 * Loaded into Node-RED before anything else: gives the file of the nodes a clock and timers of its own, while Node-RED and its libraries keep the real
 * ones. That clock shows what the test sets and runs on from there. Setting it runs each timer of the nodes of a second or more that is due by
 * then, or less than a second later: a busy machine lets some ms pass between reading the clock and starting a timer, which is then due
 * that much after an instant that is set exactly.
 */
const clockScript = `const { Module } = require('node:module')
const pending = new Map()
let aheadMs = 0
const nowMs = () => Date.now() + aheadMs
globalThis.clockOfNodes = {
  Date: new Proxy(Date, {
    construct: (date, parts) => (parts.length === 0 ? new date(nowMs()) : new date(...parts)),
    get: (date, name) => (name === 'now' ? nowMs : Reflect.get(date, name)),
  }),
  setTimeout(run, ms, ...values) {
    const act = () => { pending.delete(timer); run(...values) }
    const timer = setTimeout(act, ms)
    if (ms >= 1000) pending.set(timer, { dueMs: nowMs() + ms, act })
    return timer
  },
  clearTimeout(timer) { pending.delete(timer); clearTimeout(timer) },
}
const compile = Module.prototype._compile
Module.prototype._compile = function (code, file, ...rest) {
  const isOfNodes = file.endsWith('@hexawatt/node-red/dist/hexawatt.js')
  return compile.call(this, isOfNodes ? 'const { Date, setTimeout, clearTimeout } = globalThis.clockOfNodes;' + code : code, file, ...rest)
}
process.on('message', ({ instantMs }) => {
  aheadMs = instantMs - Date.now()
  for (const [timer, { dueMs, act }] of [...pending]) {
    if (dueMs < instantMs + 1000 && pending.has(timer)) { clearTimeout(timer); act() }
  }
  process.send({ instantMs })
})
`

/** A node of a flow, as the editor stores it. */
export type FlowNode = { id: string; type: string; wires?: string[][] } & Record<string, unknown>

/** A message that reached a probe. */
export type Probed = Record<string, unknown> & { payload?: unknown }

/** The package as it would be published: built and packed, as its README says, into a tarball of the folder. */
export async function packNodes(folder: string): Promise<string> {
  const tarball = join(folder, 'hexawatt-node-red.tgz')
  // Each test packs a copy, without files that builds of other tests write meanwhile: test files that run side by side would build into one folder.
  const copy = join(folder, 'clients/node-red')
  const isSource = (path: string): boolean => !/\/(node_modules|dist)$/.test(path)
  await cp(source, copy, { recursive: true, filter: isSource })
  await cp(join(root, 'clients/typescript/src'), join(folder, 'clients/typescript/src'), { recursive: true })
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
  const folder = await makeTemporaryFolder()
  const tarball = await packNodes(folder)
  // Unpacked as an installation unpacks it. `bun install` would share its cache with the other test files that install the same tarball.
  await new Bun.Archive(await Bun.file(tarball).bytes()).extract(folder)
  const installed = join(folder, 'node_modules/@hexawatt/node-red')
  await mkdir(dirname(installed), { recursive: true })
  await rename(join(folder, 'package'), installed)
  const dependencies = { '@hexawatt/node-red': 'file:hexawatt-node-red.tgz' }
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const port = await freePort()
  await Bun.write(join(folder, 'settings.js'), `module.exports = ${JSON.stringify(settingsOf(port))}`)
  await Bun.write(join(folder, 'clock.js'), clockScript)
  const url = `http://127.0.0.1:${port}`

  let clockIsSet = Promise.withResolvers<void>()
  const logFile = join(folder, 'log.txt')
  // One descriptor for both, which appends: two that each start at the beginning of the file would overwrite each other.
  const logDescriptor = openSync(logFile, 'a')
  const child = Bun.spawn([interpreter, '--require', join(folder, 'clock.js'), program, '--userDir', folder], {
    cwd: folder,
    env: { PATH: Bun.env['PATH'] ?? '', HOME: folder, ...env },
    stdout: logDescriptor,
    stderr: logDescriptor,
    serialization: 'json',
    ipc: () => clockIsSet.resolve(),
  })
  closeSync(logDescriptor)
  const log = (): Promise<string> => Bun.file(logFile).text()
  void child.exited.then(() => clockIsSet.resolve())

  /** An error with the output of Node-RED, and its exit if it ended. */
  async function failure(message: string): Promise<Error> {
    const end = child.exitCode ?? child.signalCode
    const state = end === null ? 'Node-RED runs' : `Node-RED has ended with ${end}`
    return new Error(`${message}\n${state}; its log:\n${await log()}`)
  }

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
      // Node-RED closes a connection that has been idle for 5 seconds, at the moment at which the next request may be sent on it.
      keepalive: false,
    }).catch(async (error) => {
      throw await failure(`${method} ${path}: ${error}`)
    })
    if (!response.ok) throw await failure(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }

  async function stop(): Promise<void> {
    child.kill()
    await child.exited
    await receiver.stop(true)
    await rm(folder, { recursive: true, force: true })
  }

  const starts = async (): Promise<number> => (await log()).split('] Started ').length - 1
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  /** Whether the first flows run and the server listens, which it does a moment later. */
  const isReady = async () => (await starts()) > 0 && (await log()).includes('] Server now running ')
  const hasStarted = await pollUntil(async () => hasEnded() || (await isReady()), {
    timeoutMs: maxStartMs,
    intervalMs: 100,
  })
  if (!hasStarted || hasEnded()) {
    const error = await failure('Node-RED did not start.')
    await stop()
    throw error
  }

  return {
    url,
    folder,
    admin,
    seen,
    log,
    isRunning: () => !hasEnded(),
    /** Sets the clock of the nodes to an instant. */
    async setClock(instant: string): Promise<void> {
      clockIsSet = Promise.withResolvers()
      if (!hasEnded()) child.send({ instantMs: Date.parse(instant) })
      else clockIsSet.resolve()
      await clockIsSet.promise
      if (hasEnded()) throw await failure(`The clock was not set to ${instant}.`)
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
      const before = await starts()
      await admin('POST', '/flows', { flows }, { 'node-red-deployment-type': type })
      const deadline = { timeoutMs: maxMessageMs, intervalMs: 20 }
      const isDone = async () => hasEnded() || (await starts()) > before
      if (!(await pollUntil(isDone, deadline)) || hasEnded()) throw await failure('The flows did not start.')
    },
    /** The newest message of a probe that fits; fails when none has come in time. */
    async message(name: string, fits: (message: Probed) => boolean = () => true): Promise<Probed> {
      await pollUntil(() => hasEnded() || seen(name).some(fits), { timeoutMs: maxMessageMs, intervalMs: 20 })
      const message = seen(name).findLast(fits)
      if (message !== undefined) return message
      throw await failure(`No such message at ${name}: ${JSON.stringify([...probed])}`)
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
