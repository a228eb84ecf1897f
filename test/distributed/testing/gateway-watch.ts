import type { ServedProgram } from './product.ts'

/** Pause between two readings of the metrics, ms: what "seconds in local mode" is exact to. */
const intervalMs = 100

/** Reads the metrics of gateways until it is stopped: seconds in local mode, and what local decisions did. */
export function watchGateways(gateways: readonly ServedProgram[]) {
  const localMs = new Map<string, number>()
  const last = new Map<string, { text: string; atMs: number; isLocal: boolean }>()
  let isStopped = false

  async function read({ name, internalUrl }: ServedProgram): Promise<void> {
    const text = await fetch(`${internalUrl}/metrics`, { signal: AbortSignal.timeout(2_000) })
      .then((response) => response.text())
      .catch(() => null)
    if (text === null) return
    const atMs = performance.now()
    const isLocal = sumOf(text, 'gateway_limits_local') > 0
    const before = last.get(name)
    // Local at one end only: half of the span, for want of knowing when it changed.
    const share = (Number(isLocal) + Number(before?.isLocal ?? false)) / 2
    if (before !== undefined) localMs.set(name, (localMs.get(name) ?? 0) + share * (atMs - before.atMs))
    last.set(name, { text, atMs, isLocal })
  }

  async function readAll(): Promise<void> {
    await Promise.all(gateways.map(read))
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      await readAll()
      await Bun.sleep(intervalMs)
    }
  }
  const running = run()

  return {
    /** Sum of a metric over the gateways, of all its series or of those with this outcome, as last read. */
    metric(name: string, outcome?: string): number {
      return [...last.values()].reduce((sum, { text }) => sum + sumOf(text, name, outcome), 0)
    },
    /** Whether every gateway has been read. */
    isRead: (): boolean => last.size === gateways.length,
    /** Forgets the seconds so far: those of the start. */
    begin: (): void => localMs.clear(),
    /** Whether any gateway decides without Redis. */
    isLocal: (): boolean => [...last.values()].some(({ isLocal }) => isLocal),
    /** Longest time that a gateway has decided without Redis, s. */
    localSeconds: (): number => Math.max(0, ...localMs.values()) / 1_000,
    async stop(): Promise<void> {
      isStopped = true
      await running
      await readAll()
    },
  }
}
export type GatewayWatch = ReturnType<typeof watchGateways>

function sumOf(text: string, name: string, outcome?: string): number {
  const series = new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm')
  return [...text.matchAll(series)]
    .filter(([, labels = '']) => outcome === undefined || labels.includes(`outcome="${outcome}"`))
    .reduce((sum, [, , value]) => sum + Number(value), 0)
}
