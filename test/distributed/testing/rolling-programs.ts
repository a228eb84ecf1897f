import { join } from 'node:path'
import { freePorts } from '@hexawatt/dev/src/embedded/loopback-port.ts'
import type { FoundProgram } from '@hexawatt/dev/src/embedded/packages/debian-packages.ts'
import { until } from '@hexawatt/shared/testing/until'
import { startTcpProxy } from './postgres/tcp-proxy.ts'
import type { DrillProcess, Processes } from './processes.ts'
import { type StoreSettings, startProgram } from './product.ts'

/** Programs in the order of a start: a gateway is ready when the services are. */
export const servingPrograms = ['svc-carbon', 'svc-score', 'svc-history', 'svc-web', 'gateway'] as const
export type ServingProgram = (typeof servingPrograms)[number]

/** One of two instances of a program: its public port (of a gateway) and its internal one stay, whatever version runs there. */
export type Place = { name: ServingProgram; instance: number; port: number; internalPort: number }

/** Public ports of two instances, their internal ports, and the port of the proxy before them. */
const portsOfProgram = 5

export async function readinessOf({ internalPort }: Place, path = '/readyz'): Promise<number> {
  return (await fetch(`http://127.0.0.1:${internalPort}${path}`)).status
}

const whenReady = (place: Place) => until(`the new ${place.name}`, async () => (await readinessOf(place)) === 200)

type RollingInput = {
  processes: Processes
  haproxy: FoundProgram
  /** Settings of a program of these sources in addition to ports and addresses. */
  settingsOf: (name: ServingProgram, sources: string) => StoreSettings
}

/** Two instances of each program behind a proxy for each, which versions of the sources replace one after the other. */
export async function createRollingPrograms({ processes, haproxy, settingsOf }: RollingInput) {
  const ports = await freePorts(portsOfProgram * servingPrograms.length)
  const portOf = (name: ServingProgram, index: number): number =>
    ports[portsOfProgram * servingPrograms.indexOf(name) + index] ?? 0
  const urlOf = (name: ServingProgram): string => `http://127.0.0.1:${portOf(name, 4)}`
  const places: Place[] = servingPrograms.flatMap((name) =>
    [0, 1].map((instance) => {
      return { name, instance, port: portOf(name, instance), internalPort: portOf(name, 2 + instance) }
    }),
  )
  const addresses = {
    PUBLIC_BASE_URL: `http://localhost:${portOf('gateway', 4)}`,
    SVC_CARBON_URL: urlOf('svc-carbon'),
    SVC_SCORE_URL: urlOf('svc-score'),
    SVC_HISTORY_URL: urlOf('svc-history'),
    SVC_WEB_URL: urlOf('svc-web'),
  }
  const running = new Map<Place, DrillProcess>()
  let starts = 0

  /** Starts a program of these sources, and waits until it lives. */
  function start({ name, port, internalPort }: Place, sources: string): Promise<DrillProcess> {
    const own = { ...settingsOf(name, sources), ...addresses, PORT: String(port), INTERNAL_PORT: String(internalPort) }
    starts += 1
    const script = join(sources, name, 'src/main.ts')
    return startProgram(processes, `${name}-${starts}`, script, own, `http://127.0.0.1:${internalPort}`)
  }

  return {
    places,
    urlOf,
    start,
    /** Starts both instances of each program with the proxy before them, and waits until all are ready. */
    async startAll(names: readonly ServingProgram[], sources: string): Promise<void> {
      for (const name of names) {
        const here = places.filter((place) => place.name === name)
        await Promise.all(here.map(async (place) => running.set(place, await start(place, sources))))
        const servers = here.map(({ instance, port, internalPort }) => {
          return { name: `i${instance}`, port: name === 'gateway' ? port : internalPort, checkPort: internalPort }
        })
        const listener = { name, port: portOf(name, 4), checkedPath: '/readyz/accepting', servers }
        await startTcpProxy({ processes, haproxy }, `haproxy-${name}`, [{ ...listener, leaving: 'kept' }])
      }
      await Promise.all(places.filter(({ name }) => names.includes(name)).map(whenReady))
    },
    /** Replaces one instance of each of these programs. @returns the exit codes of the replaced ones */
    async replace(instance: number, sources: string, names: readonly ServingProgram[] = servingPrograms) {
      const replaced = places.filter((place) => place.instance === instance && names.includes(place.name))
      const codes = await Promise.all(
        replaced.map(async (place) => {
          const program = running.get(place)
          program?.signal('SIGTERM')
          const exitCode = (await program?.exited) ?? null
          running.set(place, await start(place, sources))
          await whenReady(place)
          return exitCode
        }),
      )
      // As a release goes on when load balancers have taken the new ones.
      await Bun.sleep(2_000)
      return codes
    },
    /** Ends all programs in order: gateways store their counts then. */
    stopAll: () => Promise.all([...running.values()].map((program) => program.stop())),
  }
}
export type RollingPrograms = Awaited<ReturnType<typeof createRollingPrograms>>
