import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import { type DebianProgram, findDebianProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import * as v from 'valibot'
import { pinnedPrograms } from '../pinned-programs.ts'
import { runToEnd } from '../testing/run-command.ts'

const debianPrometheus: DebianProgram = {
  name: 'prometheus',
  packages: ['prometheus'],
  path: 'usr/bin/promtool',
  versionArguments: ['--version'],
}

/** Promtool of the pinned version, beside whose file is Prometheus itself, or why this machine cannot have it. */
export async function findPromtool(): Promise<{ command: string } | { missing: string }> {
  const found = await findDebianProgram(join(programsPlace.folder, 'debian'), debianPrometheus)
  if ('missing' in found) return found
  const { stdout, stderr } = await runToEnd([found.command, '--version'], { folder: '/' })
  const [, version = 'no version'] = /promtool, version (\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`) ?? []
  return version === pinnedPrograms.prometheus.version
    ? found
    : { missing: `the packages of this system have Prometheus ${version}` }
}

/** A value of an instant query, as the HTTP interface of Prometheus answers it. */
const Sample = v.object({ metric: v.record(v.string(), v.string()), value: v.tuple([v.number(), v.string()]) })
const Answer = v.object({ status: v.literal('success'), data: v.object({ result: v.array(Sample) }) })

/** Longest wait for the start and for the first scrape, ms. */
const patienceMs = 60_000

/** Starts Prometheus with a configuration; `folder` gets its data. */
export async function startPrometheus(promtool: string, folder: string, configuration: string) {
  const port = await freePort()
  const place = join(folder, `prometheus-${port}`)
  await mkdir(place, { recursive: true })
  await Bun.write(join(place, 'prometheus.yml'), configuration)
  const listen = `127.0.0.1:${port}`
  const server = Bun.spawn(
    [
      promtool.replace(/promtool$/, 'prometheus'),
      `--config.file=${join(place, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(place, 'data')}`,
      `--web.listen-address=${listen}`,
    ],
    { cwd: place, stdout: 'ignore', stderr: Bun.file(join(place, 'server.log')) },
  )
  async function ask(query: string) {
    const response = await fetch(`http://${listen}/api/v1/query?${new URLSearchParams({ query })}`)
    return v.parse(Answer, await response.json()).data.result
  }
  const hasScraped = async (): Promise<boolean> =>
    ask('up == 1').then(
      (samples) => samples.length > 0,
      () => false,
    )
  async function stop(): Promise<void> {
    server.kill()
    await server.exited
    await rm(place, { recursive: true, force: true })
  }
  if (!(await pollUntil(hasScraped, { intervalMs: 250, timeoutMs: patienceMs }))) {
    const log = await Bun.file(join(place, 'server.log')).text()
    await stop()
    throw new Error(`Prometheus did not scrape the product:\n${log.slice(-2_000)}`)
  }
  return { ask, stop }
}
