import type { Clock } from '@hexawatt/shared/time/clock'
import { freePort } from '../../src/embedded/loopback-port.ts'
import { createUpstreamApp } from '../../src/upstream/app.ts'
import { createFaultSwitch } from '../../src/upstream/faults/fault-switch.ts'
import { createGridSource, type GridSourceOptions } from '../../src/upstream/source.ts'

/** Settings that name the address of a publisher of open data, of the weather or of a reference, with its path on the demo upstream. */
const pathBySetting = {
  OPEN_ODRE_BASE_URL: '/open/odre',
  OPEN_RTE_ZIP_BASE_URL: '/open/rte-zip',
  OPEN_ENERGY_CHARTS_BASE_URL: '/open/energy-charts',
  OPEN_RTE_SERVICES_BASE_URL: '/open/rte-services',
  OPEN_COULEUR_TEMPO_BASE_URL: '/open/couleur-tempo',
  WEATHER_URL: '/open/open-meteo',
  REGULATED_PRICES_BASE_URL: '/open/cre',
  EMISSION_FACTORS_BASE_URL: '',
  COUNTRY_INTENSITIES_BASE_URL: '',
} as const

/** Settings with which every publisher that needs no credentials is found at one address. */
export function createOpenSettings(address: string): Record<keyof typeof pathBySetting, string> {
  const entries = Object.entries(pathBySetting).map(([name, path]) => [name, `${address}${path}`])
  return Object.fromEntries(entries) as Record<keyof typeof pathBySetting, string>
}

/** The demo upstream on a port of its own, in the place of every publisher that needs no credentials. No test calls a real one. */
export async function startOpenUpstream(clock: Clock, options: Omit<GridSourceOptions, 'clock'> = {}) {
  const faults = createFaultSwitch()
  const credentials = { clientId: crypto.randomUUID(), clientSecret: crypto.randomUUID() }
  const source = createGridSource({ clock, ...options })
  const app = createUpstreamApp({ clock, credentials, source, faults, allowFaultControl: true })
  app.listen({ port: 0, hostname: '127.0.0.1', reusePort: false })
  const address = `http://127.0.0.1:${app.server?.port}`
  return {
    faults,
    /** Credentials that the operator's API of this upstream accepts. */
    credentials,
    address,
    /** Settings for svc-ingest, its commands and `up`. */
    env: createOpenSettings(address),
    /** The same settings with an address at which nothing listens: a machine without network. */
    envWithoutNetwork: createOpenSettings(`http://127.0.0.1:${await freePort()}`),
    stop: () => app.stop(true),
  }
}
