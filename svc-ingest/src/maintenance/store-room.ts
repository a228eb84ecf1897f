import { isPostgresDiskFull } from '@hexawatt/shared/postgres/postgres-unavailable'
import { addReadGauges, type Metrics } from '@hexawatt/shared/telemetry/metrics'
import type { RoomProbe } from './room-probe-store.ts'

const isNot = (): boolean => false

type StoreName = 'postgres' | 'redis'

type StoreRoomDeps = {
  probePostgres: RoomProbe
  /** Calls to each Redis that is written to. */
  pingRedis: () => Promise<unknown>
}

/** Prefix of the error with which Redis refuses every command, including PING, after it could not write its file. */
const redisDiskError = 'MISCONF'

const reasons: Readonly<Record<StoreName, string>> = {
  postgres: 'PostgreSQL has no room on its disk',
  redis: 'Redis cannot write its file, usually because its disk is full',
}

/**
 * Knows whether a store refuses writes because its disk is full. Redis reports that at every call. Postgres reports it only when a write fails: from then on
 * each question tries a write that is rolled back, until one succeeds.
 */
export function createStoreRoom({ probePostgres, pingRedis }: StoreRoomDeps) {
  let isPostgresFull = false

  async function readPostgres(): Promise<boolean> {
    // Without an answer it is not known that there is room.
    if (isPostgresFull) isPostgresFull = await probePostgres().then(isNot, () => true)
    return isPostgresFull
  }

  const readFull = async (): Promise<Record<StoreName, boolean>> => {
    const [postgres, redis] = await Promise.all([
      readPostgres(),
      pingRedis().then(isNot, (error: unknown) => String(error).includes(redisDiskError)),
    ])
    return { postgres, redis }
  }

  return {
    /** Must be called with each failure of a write, to notice a full disk. */
    noticeFailure(error: unknown): void {
      isPostgresFull ||= isPostgresDiskFull(error)
    },
    readFull,
    /** Whether Postgres takes writes, as far as is known. */
    hasPostgresRoom: async (): Promise<boolean> => !(await readPostgres()),
    /** Why nothing new is stored, for `/readyz`; null while there is room. */
    async condition(): Promise<string | null> {
      const { postgres, redis } = await readFull()
      const said = [...(postgres ? [reasons.postgres] : []), ...(redis ? [reasons.redis] : [])]
      return said.length === 0 ? null : `${said.join('; ')}: nothing new is stored until there is room`
    },
  }
}
export type StoreRoom = ReturnType<typeof createStoreRoom>

/** Gauge of the stores that refuse writes, for alerts. */
export function addStoreRoomGauges({ storeRoom, metrics }: { storeRoom: StoreRoom; metrics: Metrics }): void {
  addReadGauges(metrics, {
    labelNames: ['store'],
    labels: ({ store }: { store: string; isFull: boolean }) => ({ store }),
    read: async () => Object.entries(await storeRoom.readFull()).map(([store, isFull]) => ({ store, isFull })),
    gauges: [
      {
        name: 'ingest_store_full',
        help: '1 while a store refuses writes because its disk is full and nothing new is stored, else 0',
        value: ({ isFull }) => (isFull ? 1 : 0),
      },
    ],
  })
}
