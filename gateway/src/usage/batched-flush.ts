import type { Logger } from '@hexawatt/shared/telemetry/logger'
import { withTimeout } from '@hexawatt/shared/time/with-timeout'

/** Pause between two flushes, ms, varied by a tenth: the most that a killed process loses. */
const flushPauseMs = 5_000
/** Longest time the last flush may delay the stop of the program, ms. */
const stopTimeoutMs = 4_000
/** Rows of one statement. */
const batchRows = 2_000

/** Rows that are added once, however often they are sent. */
export type Batch<Row> = {
  /** Id of one run of a process. */
  runId: string
  /** Greater than the run's previous batch. */
  batch: number
  rows: readonly Row[]
}

export type BatchedFlushDeps<Row> = {
  /** Takes all rows that are to be stored. */
  takeRows: () => readonly Row[]
  /** @throws what Postgres throws; it is then unknown whether the batch was added, and it is sent again */
  add: (batch: Batch<Row>) => Promise<void>
  onEnd: (outcome: 'flushed' | 'failed') => void
  logger: Logger
  /** Name of the stored rows in log lines. */
  name: string
}

/** Makes the flush of rows to Postgres in batches. A batch is stored once, also when the answer of Postgres is lost and the batch is sent again. */
export function createBatchedFlush<Row>({ takeRows, add, onEnd, logger, name }: BatchedFlushDeps<Row>) {
  const runId = crypto.randomUUID()
  /** The first batch may be stored already, when its answer was lost. */
  let pieces: (readonly Row[])[] = []
  let batch = 1
  let waitingRows = 0
  let running: Promise<void> = Promise.resolve()

  async function storePieces(): Promise<void> {
    if (pieces.length === 0) cut()
    for (let rows = pieces[0]; rows !== undefined; rows = pieces[0]) {
      await add({ runId, batch, rows })
      pieces = pieces.slice(1)
      batch += 1
      waitingRows -= rows.length
    }
  }

  function cut(): void {
    const rows = takeRows()
    waitingRows = rows.length
    for (let from = 0; from < rows.length; from += batchRows) pieces.push(rows.slice(from, from + batchRows))
  }

  /** Stores all rows, after a flush that runs already. @throws what Postgres throws: the rest is stored by the next call */
  function flush(): Promise<void> {
    running = running.catch(() => undefined).then(storePieces)
    return running
  }

  return {
    flush,
    /** Stores all rows; a failure is logged, and the next call tries again. Never throws. */
    async tryFlush(): Promise<void> {
      try {
        await flush()
        onEnd('flushed')
      } catch (error) {
        onEnd('failed')
        logger.warn({ err: error }, `${name} was not stored; it is tried again`)
      }
    },
    /** Rows that were taken and are not stored yet. */
    countWaiting: (): number => waitingRows,
  }
}

/** Flushes several kinds of rows every few seconds, one after the other, so that they take one connection to Postgres. */
export function createFlushTurns(parts: readonly { tryFlush: () => Promise<void> }[]) {
  let timer: Timer | undefined
  let running: Promise<void> = Promise.resolve()
  let isStopped = false

  async function flushAll(): Promise<void> {
    for (const { tryFlush } of parts) await tryFlush()
  }

  function plan(): void {
    if (isStopped) return
    timer = setTimeout(
      () => {
        running = flushAll().then(plan)
      },
      flushPauseMs * (0.9 + 0.2 * Math.random()),
    )
  }

  return {
    start: plan,
    /** Ends the turns and stores once more. Never throws, and returns in bounded time. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      // Rows that came while the last turn ran are not in it.
      await withTimeout(stopTimeoutMs, running.then(flushAll)).catch(() => undefined)
    },
  }
}
