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

/** Begins the refusal of a Redis that could not write its file; it refuses a ping too then. */
const redisDiskError = 'MISCONF'

const reasons: Readonly<Record<StoreName, string>> = {
  postgres: 'PostgreSQL has no room on its disk',
  redis: 'Redis cannot write its file, mostly because its disk is full',
}

/**
 * Knows whether a store takes no writes because of its disk, which is why nothing new is stored then. Redis says so at every call, Postgres at the first
 * write that fails: from then on a write that is taken back is tried at each question, until one succeeds.
 */
export function createStoreRoom({ probePostgres, pingRedis }: StoreRoomDeps) {
  let isPostgresFull = false

  async function readPostgres(): Promise<boolean> {
    // A server that does not answer has not found room.
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
    /** Notices a write that failed for want of room. */
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

/** Which store takes no writes, for alerts. */
export function addStoreRoomGauges({ storeRoom, metrics }: { storeRoom: StoreRoom; metrics: Metrics }): void {
  addReadGauges(metrics, {
    labelNames: ['store'],
    labels: ({ store }: { store: string; isFull: boolean }) => ({ store }),
    read: async () => Object.entries(await storeRoom.readFull()).map(([store, isFull]) => ({ store, isFull })),
    gauges: [
      {
        name: 'ingest_store_full',
        help: 'Whether a store takes no writes because of its disk: 1, nothing new is stored; 0',
        value: ({ isFull }) => (isFull ? 1 : 0),
      },
    ],
  })
}
