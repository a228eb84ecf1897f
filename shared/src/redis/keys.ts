/**
 * Every key and channel of Redis is made here, with its time to live. `{hexawatt}` is a hash tag: on a cluster the keys
 * stay in one slot. BullMQ's own keys live under {@link queuePrefix}.
 */
const prefix = '{hexawatt}'

/** Prefix BullMQ puts before all of its keys. */
export const queuePrefix = prefix

/** Newest snapshot of a kind. The schema version is part of the key: an unknown version is a miss. */
export function snapshotKey(name: string, schemaVersion: number): { key: string; ttlSeconds: number } {
  return { key: `${prefix}:snapshot:${name}:v${schemaVersion}`, ttlSeconds: 24 * 3600 }
}

/** Gateways listen here: the message is the SHA-256 of a key whose record changed. */
export const keyChangedChannel = `${prefix}:key-changed`

/**
 * Services and gateways listen here: the message is the name of the snapshot that was just written. Redis shares its channels between all
 * of its databases: the number keeps systems apart that stand side by side in one Redis.
 */
export function dataChangedChannel(database: number): string {
  return `${prefix}:data-changed:${database}`
}

/**
 * State of what one account, or one client address, has used. `v2` is the layout: another one needs another version here.
 * The limiter sets its time to live: to the end of next month for accounts, shorter for addresses.
 */
export const limitKeyPrefix = `${prefix}:limit:v2:`

/** How many client addresses have a state, so that their number stays bounded. Lives to the end of the month, as the limiter sets it. */
export const addressRoomKey = `${limitKeyPrefix}address-room`

/**
 * Held by the gateway that writes the usage of all accounts to Postgres, and left when it is done, so that the others skip their turn: shorter
 * than the shortest pause between two turns of one gateway (54 minutes). A crash leaves it for two minutes.
 */
export const usageFlushLock = { key: `${prefix}:usage-flush`, runningTtlMs: 120_000, doneTtlMs: 50 * 60_000 }
