import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pollUntil } from '@hexawatt/dev/src/embedded/poll.ts'
import { writeRelease } from '../../../../clients/home-assistant/write-release.ts'
import { homeCommand, seenPath, srvPath } from './install-home.ts'

/** Longest start, and longest stop, of Home Assistant on a busy machine, ms. */
const startTimeoutMs = 90_000
const stopTimeoutMs = 60_000

/** Library of the Debian folder that fakes the time of a process. */
const timeLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** A Home Assistant of its own configuration folder, which a test starts and stops. */
export type HomeProcess = Awaited<ReturnType<typeof createHome>>

export type HomeOptions = {
  /** Language of the installation: ids of entities follow it. */
  language?: 'en' | 'fr'
  /** What its user adds to `configuration.yaml`. */
  configuration?: string
}

/**
 * Makes the configuration folder of a Home Assistant as its user does: `custom_components` of the released tree is copied into it.
 *
 * @param now instant of the test's clock: the clocks of Home Assistant show it when it starts, and after each `setTime`
 */
export async function createHome(now: () => Temporal.Instant, { language = 'en', configuration = '' }: HomeOptions) {
  await mkdir(srvPath('configs'), { recursive: true })
  const folder = await mkdtemp(srvPath('configs', 'home-'))
  const seenFolder = seenPath('configs', basename(folder))
  const port = await findFreePort()
  const released = join(folder, 'released')
  await writeRelease(released)
  await rename(join(released, 'custom_components'), join(folder, 'custom_components'))
  await Bun.write(join(folder, 'configuration.yaml'), buildConfiguration(port, language) + configuration)

  /** Both clocks of the process, of the day and of its timers, run on from there. Replaced at once: Home Assistant reads the file at every look at a clock. */
  async function setTime(instant: Temporal.Instant): Promise<void> {
    const offsetSeconds = (instant.epochMilliseconds - Date.now()) / 1000
    await writeFile(join(folder, 'time.new'), `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds.toFixed(3)}\n`)
    await rename(join(folder, 'time.new'), join(folder, 'time'))
  }

  let child: Bun.Subprocess | null = null
  async function start(): Promise<void> {
    await setTime(now())
    const variables = {
      TZ: 'Europe/Paris',
      LD_PRELOAD: timeLibrary,
      FAKETIME_TIMESTAMP_FILE: join(seenFolder, 'time'),
      FAKETIME_NO_CACHE: '1',
    }
    const command = homeCommand('home', ['hass', '--skip-pip', '--config', seenFolder], variables)
    const log = Bun.file(join(folder, 'printed.log'))
    child = Bun.spawn(command, { stdin: 'ignore', stdout: log, stderr: log })
    const url = `http://127.0.0.1:${port}/manifest.json`
    const isUp = async () =>
      child?.exitCode !== null ||
      (await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ))
    await pollUntil(isUp, { intervalMs: 100, timeoutMs: startTimeoutMs })
    if (child.exitCode !== null)
      throw new Error(`Home Assistant ended at its start:\n${(await readLog()).slice(-4_000)}`)
  }
  async function stop(): Promise<void> {
    const ending = child
    child = null
    if (ending === null) return
    ending.kill('SIGTERM')
    const timer = setTimeout(() => ending.kill('SIGKILL'), stopTimeoutMs)
    await ending.exited
    clearTimeout(timer)
  }

  async function readLog(): Promise<string> {
    const files = ['printed.log', 'home-assistant.log']
    const texts = await Promise.all(
      files.map((name) =>
        Bun.file(join(folder, name))
          .text()
          .catch(() => ''),
      ),
    )
    return texts.join('\n')
  }
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    setTime,
    start,
    stop,
    readLog,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Nothing is sent anywhere: no analytics, no discovery, and every outside name is unknown. */
function buildConfiguration(port: number, language: string): string {
  return `homeassistant:
  name: Maison
  country: FR
  currency: EUR
  language: ${language}
  time_zone: Europe/Paris
  unit_system: metric
http:
  server_host: 127.0.0.1
  server_port: ${port}
api:
config:
frontend:
history:
recorder:
  commit_interval: 0
logger:
  default: warning
  logs:
    custom_components.hexawatt: debug
    hexawatt: debug
`
}

async function findFreePort(): Promise<number> {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return Number(port)
}
