import { expect } from 'bun:test'
import { readYaml } from './deploy-files.ts'

/** A container of a composition. */
export type Service = {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string | number | null>
  deploy?: { replicas?: number }
  depends_on?: Record<string, unknown>
  networks: string[] | Record<string, { ipv4_address: string }>
  profiles?: string[]
  ports?: string[]
  volumes?: string[]
  restart: string
  [key: string]: unknown
}
export type Composition = {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}

/** How closed and how bounded every container is. */
export const containerBounds = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  mem_limit: expect.stringMatching(/^\d+[mg]$/),
  cpus: expect.any(Number),
  pids_limit: expect.any(Number),
}

/** A composition of this repository. */
export function readComposition(path: string): Promise<Composition> {
  return readYaml(path)
}

/** Names of the networks of a service, which stand as a list, or as a map where it has a fixed address. */
export function networksOf({ networks }: Pick<Service, 'networks'> = { networks: [] }): string[] {
  return Array.isArray(networks) ? networks : Object.keys(networks)
}

/** Whether a container runs a program of this product, and not a store or a proxy of a store. */
export function isOwnProgram({ image }: Service): boolean {
  return image.startsWith('hexawatt:')
}

/** Names of the settings that a composition takes from `.env`. */
export function namesReadBy({ services, networks }: Pick<Composition, 'services' | 'networks'>): Set<string> {
  // A doubled $ is one of the container's own shell.
  const text = JSON.stringify({ services, networks }).replaceAll('$$', '')
  const interpolated = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  const handedOn = Object.values(services).flatMap(({ environment = {} }) =>
    Object.keys(environment).filter((name) => environment[name] === null),
  )
  return new Set([...interpolated, ...handedOn])
}

/** The role of each address of Postgres in a composition, by the program that has it; and the programs that have the password of any other role. */
export function databaseLogins(services: Composition['services'], settings: Record<string, string>) {
  const logins = new Map<string, Set<string>>()
  const strayPasswords: string[] = []
  for (const service of Object.values(services).filter(isOwnProgram)) {
    const [program = ''] = service.command ?? []
    const values = Object.entries(resolved(service.environment, settings))
    const urls = values.filter(([name]) => name.startsWith('DATABASE_')).map(([, url]) => new URL(url))
    logins.set(program, new Set([...(logins.get(program) ?? []), ...urls.map(({ username }) => username)]))
    const own = new Set(urls.map(({ password }) => password))
    const others = Object.entries(settings).filter(([name, value]) => /_PASSWORD$/.test(name) && !own.has(value))
    const text = JSON.stringify(values.filter(([name]) => !name.endsWith('REDIS_URL')))
    if (others.some(([, password]) => text.includes(password))) strayPasswords.push(program)
  }
  return { logins, strayPasswords }
}

/** Puts the operator's settings where the file has `${NAME:-default}`, `${NAME:?reason}` or a name without a value. */
export function resolved(
  environment: Service['environment'] = {},
  settings: Record<string, string>,
): Record<string, string> {
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    if (value === null) return settings[name] === undefined ? [] : [[name, settings[name]]]
    const replace = (_: string, inner = '', otherwise = '') => settings[inner] || otherwise
    return [[name, String(value).replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, replace)]]
  })
  return Object.fromEntries(entries)
}
