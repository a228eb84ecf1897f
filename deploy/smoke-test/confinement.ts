import { expect, type Fixture } from './smoke-fixture.ts'
import { programs, stores } from './start.ts'

/** Checks that the containers are as closed as the file says. */
export async function checkConfinement({ compose, say }: Fixture): Promise<void> {
  for (const service of [...stores, ...programs, 'load-balancer']) {
    const [id = ''] = await compose.containersOf(service)
    const facts = await compose.inspect(
      id,
      '{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.Memory}}',
    )
    expect(/^true \[ALL\] [1-9]/.test(facts), `${service} read-only, without capabilities, bounded in memory`, facts)
    const ports = await compose.inspect(id, '{{range .NetworkSettings.Ports}}{{range .}}{{.HostPort}} {{end}}{{end}}')
    expect((ports !== '') === (service === 'load-balancer'), 'only the load balancer published', [service, ports])
  }
  for (const service of programs) {
    const user = await compose.exec(service, 'bun', '-e', 'console.log(process.getuid())')
    expect(user === '1000', `${service} not root`, user)
    const write = compose.exec(service, 'bun', '-e', 'await Bun.write("/app/written", "x")')
    const refusal = await write.then(String, String)
    expect(refusal.includes('EROFS'), `${service} refused to write its own files`, refusal)
  }
  say('only the load balancer is published; no program is root, has capabilities or a file system to write to')
}

/** Opens connections to check which programs reach each other, and that the engine allows no connection out of the programs' networks. */
export async function checkNetworks({ compose, say }: Fixture): Promise<void> {
  const reaches = async (from: string, hostname: string, port: number): Promise<boolean> => {
    const options = `{ hostname: '${hostname}', port: ${port}, socket: { data() {} } }`
    const script = `console.log(await Bun.connect(${options}).then(() => 'open', () => 'closed')); process.exit()`
    return (await compose.exec(from, 'bun', '-e', script)) === 'open'
  }
  const expected = [
    ['gateway', 'svc-score', 8081, true],
    ['gateway', 'svc-web', 8081, true],
    ['gateway', 'postgres', 5432, true],
    ['svc-web', 'redis', 6379, true],
    ['svc-ingest-demo', 'redis', 6379, true],
    ['svc-history', 'redis', 6379, false],
    ['svc-score', 'upstream', 8081, false],
    ['upstream', 'postgres', 5432, false],
    ['upstream', 'gateway', 8080, false],
    ['upstream', 'svc-web', 8081, false],
  ] as const
  // All at once: a name that is not found is asked for several seconds.
  const found = await Promise.all(expected.map(([from, hostname, port]) => reaches(from, hostname, port)))
  for (const [index, [from, hostname, , isReached]] of expected.entries()) {
    expect(found[index] === isReached, `${from} → ${hostname}: ${isReached}`, !isReached)
  }
  for (const service of programs) {
    const [id = ''] = await compose.containersOf(service)
    const template = '{{range $name, $network := .NetworkSettings.Networks}}{{$name}} {{end}}'
    const networks = (await compose.inspect(id, template)).split(' ').filter((name) => name !== '')
    const open: string[] = []
    for (const network of networks) {
      if ((await compose.inspect(network, '{{.Internal}}')) !== 'true') open.push(network.replace(/^.*_/, ''))
    }
    // Sign-in links go to a mail server outside.
    expect(open.join() === (service === 'svc-web' ? 'mail' : ''), `${service} without a way out`, open)
  }
  say(
    'connections that were tried are open or closed as the networks say; of the programs of the demo only svc-web has a way out, for mail',
  )
}

/** Checks that a program may do in Postgres what its role may, and nothing more. */
export async function checkDatabaseRoles({ compose, say }: Fixture): Promise<void> {
  const attempt = (from: string, statement: string): Promise<string> => {
    const script = `import postgres from 'postgres'; const sql = postgres(Bun.env.DATABASE_URL, { max: 1 });
      console.log(await sql.begin((tx) => tx.unsafe(${JSON.stringify(statement)})).then(() => 'done', ({ code }) => code)); process.exit()`
    return compose.exec(from, 'sh', '-c', 'cd shared && bun -e "$0"', script)
  }
  const write = 'insert into plan_requests select * from plan_requests limit 0'
  const expected = [
    ['svc-web', write, 'done'],
    ['gateway', write, '42501'],
    ['svc-carbon', write, '42501'],
    ['svc-score', 'update live_snapshots set computed_at = computed_at', '42501'],
    ['svc-history', 'delete from score_points', '42501'],
    ['svc-ingest-demo', 'select * from member_sessions', '42501'],
    ['gateway', 'create table made_by_a_program (n int)', '42501'],
  ] as const
  for (const [from, statement, outcome] of expected) {
    const found = await attempt(from, statement)
    expect(found === outcome, `${from}: ${statement}: ${outcome}`, found)
  }
  say('in Postgres each program may do what its role may: of the statements that were tried, only svc-web wrote')
}
