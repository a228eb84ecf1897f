import { join } from 'node:path'
import { until } from '@hexawatt/shared/testing/until'
import type { ConfirmedWrite } from './store-writes.ts'

const script = Bun.file(join(import.meta.dir, 'store-writes.ts'))

/** Writes to both stores from inside a container of svc-ingest, until it is stopped, and keeps what was confirmed. */
export async function watchStores(ingestContainer: string) {
  const writes: ConfirmedWrite[] = []
  const child = Bun.spawn(['docker', 'exec', '-i', '-w', '/app/svc-ingest', ingestContainer, 'bun', 'run', '-'], {
    stdin: script,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const failure = child.stderr.text()
  const reading = (async () => {
    let rest = ''
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) writes.push(JSON.parse(line))
    }
  })()
  const of = (store: ConfirmedWrite['store']) => writes.filter((write) => write.store === store)
  await until('writes to both stores', async () => {
    if (child.exitCode !== null) throw new Error(`the writer has ended: ${await failure}`)
    return of('postgres').length > 0 && of('redis').length > 0
  })
  return {
    /** Waits for a write that was sent after this instant. @returns seconds from the instant to its confirmation */
    async secondsUntilWritten(store: ConfirmedWrite['store'], sinceMs: number, patienceMs: number): Promise<number> {
      const first = () => of(store).find(({ sentAtMs }) => sentAtMs >= sinceMs)
      await until(`a write to ${store}`, () => first() !== undefined, patienceMs)
      return ((first()?.confirmedAtMs ?? 0) - sinceMs) / 1_000
    },
    /** Longest time between two confirmed writes since this instant, s. */
    longestPauseSeconds(store: ConfirmedWrite['store'], sinceMs: number): number {
      const times = of(store).flatMap(({ confirmedAtMs }) => (confirmedAtMs >= sinceMs ? confirmedAtMs : []))
      const pauses = times.slice(1).map((at, index) => at - (times[index] ?? at))
      return Math.max(0, ...pauses) / 1_000
    },
    /** Confirmed writes to Postgres, and how many of them a later write did not find. */
    postgresWrites: () => ({
      confirmed: of('postgres').length,
      lost: of('postgres').filter(({ isEarlierLost }) => isEarlierLost).length,
    }),
    async stop(): Promise<void> {
      child.kill('SIGKILL')
      await child.exited
      await reading.catch(() => undefined)
    },
  }
}
export type StoreWatch = Awaited<ReturnType<typeof watchStores>>
