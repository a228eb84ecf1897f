import { runCommand } from '@hexawatt/dev/src/containers/command.ts'
import { until } from '@hexawatt/shared/testing/until'

/** Longest wait until everything is healthy, ms: a lost primary of Postgres comes back as a replica. */
const healthyWithinMs = 180_000
const pauseMs = 300

/** A container of the composition, as the engine lists it. */
export type Container = { name: string; service: string; status: string }

const isHealthy = ({ service, status }: Container): boolean =>
  service === 'migrate' ? status.startsWith('Exited (0)') : /^Up (?!.*\((?:unhealthy|health: starting)\))/.test(status)

/** What the engine and the servers say of a composition with failover. */
export function watchCluster(project: string) {
  const docker = (...args: string[]) => runCommand(['docker', ...args])

  async function containers(): Promise<Container[]> {
    const format = '{{.Names}}\t{{.Label "com.docker.compose.service"}}\t{{.Status}}'
    const filter = `label=com.docker.compose.project=${project}`
    const lines = (await docker('ps', '--all', '--filter', filter, '--format', format)).split('\n')
    return lines.map((line) => {
      const [name = '', service = '', status = ''] = line.split('\t')
      return { name, service, status }
    })
  }

  /** The first container of a service. */
  async function containerOf(service: string): Promise<string> {
    const found = (await containers()).filter((each) => each.service === service).map(({ name }) => name)
    const [name] = found.toSorted()
    if (name === undefined) throw new Error(`no container of ${service}`)
    return name
  }

  const ask = async (service: string, ...command: string[]): Promise<string> =>
    docker('exec', await containerOf(service), ...command).catch(() => '')

  /** Service of the master of Redis, as the first Sentinel that answers has it. */
  async function redisMaster(): Promise<string> {
    const asked = ['redis-cli', '-p', '26379', 'sentinel', 'get-master-addr-by-name', 'hexawatt']
    return (await ask('sentinel-1', ...asked)).split('\n')[0] ?? ''
  }

  /** Servers of Postgres by their role, as Patroni has them. */
  async function postgresRoles(): Promise<Map<string, string>> {
    const script = "import urllib.request as r; print(r.urlopen('http://127.0.0.1:8008/cluster').read().decode())"
    const answers = await Promise.all(['postgres-1', 'postgres-2'].map((each) => ask(each, 'python3', '-c', script)))
    const text = answers.find((answer) => answer !== '') ?? '{"members":[]}'
    const { members }: { members: { name: string; role: string }[] } = JSON.parse(text)
    return new Map(members.map(({ name, role }) => [role, name]))
  }

  /** Whether every store could lose its leader now. */
  async function isRedundant(): Promise<boolean> {
    const [roles, sentinels] = await Promise.all([
      postgresRoles(),
      ask('sentinel-1', 'redis-cli', '-p', '26379', 'info', 'sentinel'),
    ])
    return roles.has('leader') && roles.has('sync_standby') && /status=ok,.*slaves=2,sentinels=3/.test(sentinels)
  }

  return {
    containers,
    containerOf,
    redisMaster,
    postgresPrimary: async (): Promise<string> => (await postgresRoles()).get('leader') ?? '',
    /** Ends a container at once, as the end of its host would. The engine does not start it again. */
    kill: (name: string) => docker('kill', '--signal', 'KILL', name),
    start: (name: string) => docker('start', name),
    /** Waits until every container is healthy and every store could lose its leader. */
    async untilHealthy(): Promise<void> {
      const isWhole = async (): Promise<boolean> => {
        if ((await containers()).every(isHealthy) && (await isRedundant())) return true
        await Bun.sleep(pauseMs)
        return false
      }
      await until('everything healthy', isWhole, healthyWithinMs)
    },
  }
}
export type Cluster = ReturnType<typeof watchCluster>
