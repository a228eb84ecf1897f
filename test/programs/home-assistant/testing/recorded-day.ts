import type { System } from '../../../testing/system-fixture.ts'
import { createMovingProduct } from './moving-product.ts'

/** What the integration asks of one day, by a name for each operation. The contract is that of the simulated home. */
const paths = {
  outlook: '/v1/outlook?hours=72&resolution=15m',
  prices: '/v1/export/evcc?quantity=tariff&tariff=tempo&subscribedKva=9',
  colors: '/v1/tariff/outlook',
  signals: '/v1/grid/status',
  score: '/v1/score',
  hours: '/api/hours',
} as const

const stepMinutes = 15
const stepsOfDay = (24 * 60) / stepMinutes
const keptHeaders = ['cache-control', 'content-type', 'x-data-mode'] as const

type Version = { at: string; etag: string; headers: Record<string, string>; body: string }

/** Each version of each answer in the 24 hours after an instant, with the instant at which it was first seen, in steps of five minutes. */
export async function recordDay(system: System, key: string, begin: Temporal.Instant) {
  const product = await createMovingProduct(system)
  const versions: Record<string, Version[]> = {}
  for (let step = 0; step <= stepsOfDay; step += 1) {
    const at = begin.add({ minutes: step * stepMinutes })
    await product.liveUntil(at)
    for (const [operation, path] of Object.entries(paths)) {
      const known = versions[operation] ?? []
      versions[operation] = known
      const held = known.at(-1)?.etag
      const answer = await fetch(`${system.gatewayUrl}${path}`, {
        headers: { 'x-api-key': key, ...(held === undefined ? {} : { 'if-none-match': held }) },
      })
      if (answer.status === 304) continue
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} at ${at}: ${await answer.text()}`)
      const headers = Object.fromEntries(keptHeaders.map((name) => [name, answer.headers.get(name) ?? '']))
      known.push({ at: at.toString(), etag: answer.headers.get('etag') ?? '', headers, body: await answer.text() })
    }
  }
  return { begin: begin.toString(), versions }
}
