import { type Fixture, waitUntil } from './smoke-fixture.ts'

/** The programs that run on demo data, as the composition names them. */
export const programs = [
  'gateway',
  'svc-carbon',
  'svc-score',
  'svc-history',
  'svc-web',
  'svc-ingest-demo',
  'upstream',
] as const
/** What they keep their data in. */
export const stores = ['postgres', 'redis'] as const

/** Starts everything and waits until the engine calls it healthy. */
export async function start({ compose, say }: Fixture): Promise<void> {
  const startedAtMs = performance.now()
  await compose.run('up', '-d')
  for (const service of [...stores, ...programs]) await areAllHealthy({ compose }, service)
  say(`everything is healthy ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s after "up"`)
}

/** Waits until every container of a service is healthy. @returns their ids */
export function areAllHealthy({ compose }: Pick<Fixture, 'compose'>, service: string, count = 1): Promise<string[]> {
  const healthy = async (): Promise<string[]> => {
    const ids = await compose.containersOf(service)
    const states = await Promise.all(ids.map((id) => compose.inspect(id, '{{.State.Health.Status}}')))
    return ids.filter((_, index) => states[index] === 'healthy')
  }
  return waitUntil(`${count} healthy ${service}`, healthy, (ids) => ids.length === count)
}
