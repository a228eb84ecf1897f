import { call, expect, type Fixture, waitUntil } from './smoke-fixture.ts'
import { areAllHealthy, programs } from './start.ts'

/** A program without work leaves within this time of its signal, seconds: for five of them (DRAIN_MS) it still accepts requests. */
const stopWithinSeconds = 10

/** Kills svc-score: the last good answers go on, marked, and the service comes back by itself when it runs again. */
export async function checkOutage(fixture: Fixture, key: string): Promise<void> {
  const { compose, say } = fixture
  const before = await call(fixture, '/v1/score', key)
  expect(before.status === 200 && before.headers.get('x-service-confidence') !== 'degraded', 'a whole answer', before)
  await compose.run('kill', 'svc-score')
  const isStandIn = ({ status, headers }: { status: number; headers: Headers }) =>
    status === 200 && headers.get('x-service-confidence') === 'degraded'
  await waitUntil('the last good answer, marked', () => call(fixture, '/v1/score', key), isStandIn)
  const never = await call(fixture, '/v1/score?profile=price', key)
  expect(never.status === 503 && never.headers.has('retry-after'), '503 for what was never asked before', never)
  const others = await call(fixture, '/v1/carbon/intensity', key)
  expect(others.status === 200, 'the other services untouched', others.status)
  await compose.run('start', 'svc-score')
  await waitUntil(
    'the service back',
    () => call(fixture, '/v1/score', key),
    ({ status, headers }) => status === 200 && headers.get('x-service-confidence') !== 'degraded',
  )
  say('without svc-score: last good answer marked degraded, 503 for the rest, other services untouched; recovered')
}

/** Kills svc-web: the API goes on, pages say 503, and they come back by themselves when it runs again. */
export async function checkWebOutage(fixture: Fixture, key: string): Promise<void> {
  const { compose, say } = fixture
  await compose.run('kill', 'svc-web')
  const isRefused = ({ status, headers }: { status: number; headers: Headers }) =>
    status === 503 && headers.has('retry-after') && (headers.get('content-type') ?? '').startsWith('text/html')
  await waitUntil('503 for a page', () => call(fixture, '/plans'), isRefused)
  for (const path of ['/v1/score', '/v1/carbon/intensity', '/v1/score/history', '/api/plans', '/api/status']) {
    const answer = await call(fixture, path, key)
    expect(answer.status === 200, `200 from ${path} without svc-web`, answer)
  }
  await compose.run('start', 'svc-web')
  await waitUntil(
    'pages back',
    () => call(fixture, '/plans'),
    ({ status }) => status === 200,
  )
  say('without svc-web: pages 503, the API untouched; recovered')
}

/** Stops every program at once and looks how each left. */
export async function checkOrderlyStop({ compose, say }: Fixture): Promise<void> {
  const stop = async (service: string): Promise<string> => {
    const [id = ''] = await compose.containersOf(service)
    const startedAtMs = performance.now()
    await compose.stop(id)
    const took = (performance.now() - startedAtMs) / 1000
    const exitCode = await compose.inspect(id, '{{.State.ExitCode}}')
    expect(exitCode === '0' && took < stopWithinSeconds, `${service} leaving in order`, { exitCode, took })
    return `${service} ${took.toFixed(1)} s`
  }
  const seconds = await Promise.all(programs.map(stop))
  say(`every program leaves in order: ${seconds.join(', ')}`)
}

/** Two gateways and two svc-score: both gateways are used, and neither is missed when it is killed. */
export async function checkScaling(fixture: Fixture, key: string): Promise<void> {
  const { compose, say } = fixture
  await compose.run('up', '-d', '--scale', 'gateway=2', '--scale', 'svc-score=2')
  const gateways = await areAllHealthy(fixture, 'gateway', 2)
  await areAllHealthy(fixture, 'svc-score', 2)
  const calls = (count: number) => Promise.all(Array.from({ length: count }, () => call(fixture, '/v1/score', key)))
  await waitUntil(
    'both gateways in use',
    async () => {
      await calls(10)
      return Promise.all(gateways.map((gateway) => requestsSeen(fixture, gateway)))
    },
    (seen) => seen.every((count) => count > 0),
  )
  const leaving = compose.run('up', '-d', '--scale', 'gateway=1', '--scale', 'svc-score=1')
  const failures: number[] = []
  let isLeaving = true
  leaving.finally(() => {
    isLeaving = false
  })
  while (isLeaving) {
    const { status } = await call(fixture, '/api/plans')
    // A refusal by a limit is an answer.
    if (status === 0 || status >= 500) failures.push(status)
    await Bun.sleep(100)
  }
  await leaving
  expect(failures.length === 0, 'no failed request while a gateway leaves', failures)
  say(`${gateways.length} gateways behind one port both used; no request failed while one of them left`)
}

/** Requests that one gateway has answered, by its own metrics. */
async function requestsSeen({ compose }: Fixture, gateway: string): Promise<number> {
  const script = 'console.log(await (await fetch("http://127.0.0.1:8081/metrics")).text())'
  const text = await compose.execIn(gateway, 'bun', '-e', script)
  const counts = [...text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, match) => sum + Number(match[1]), 0)
}
