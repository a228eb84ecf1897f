/**
 * Every key and channel of Redis is made here, with its time to live. `{hexawatt}` is a hash tag: on a cluster the keys
 * stay in one slot. The limits have tags of their own. BullMQ's own keys live under {@link queuePrefix}.
 */
const prefix = '{hexawatt}'

/** Prefix of all BullMQ keys. */
export const queuePrefix = prefix

/** Zone of the data in this Redis. It has no time to live: it lasts as long as the data. */
export const zoneStampKey = `${prefix}:zone`

/**
 * Newest snapshot of a kind, and the instant at which it was computed (ms since the epoch). The schema version is part of the key: an unknown version
 * is a miss.
 */
export function buildSnapshotKey(
  name: string,
  schemaVersion: number,
): { key: string; instantKey: string; ttlSeconds: number } {
  const key = `${prefix}:snapshot:${name}:v${schemaVersion}`
  return { key, instantKey: `${key}:at`, ttlSeconds: 24 * 3600 }
}

/** Gateways listen here: the message is the SHA-256 of a key whose record changed. */
export const keyChangedChannel = `${prefix}:key-changed`

/**
 * Services and gateways listen here: the message is the name of the snapshot that was just written. Channels are shared by all databases of
 * a Redis: the number separates systems that use one Redis.
 */
export function buildDataChangedChannel(database: number): string {
  return `${prefix}:data-changed:${database}`
}

/** Number of cluster slots for the limits; each is a hash tag, so that one call of the script has all its keys in one slot. */
export const limitTagCount = 64

/** Builds the hash tag of one part of the limits, from 0 on. */
const limitTags = Array.from({ length: limitTagCount }, (_, tag) => `{hexawatt:${tag}}`)

const limitPrefixes = limitTags.map((tag) => `${tag}:limit:v3:`)

/**
 * Prefix of the keys that hold the usage of one account or client address, as `limit-state.ts` lays it out. `v3` is the layout: a layout that gateways of
 * the release before cannot read needs a new version. The limiter sets the time to live: to the end of next month for accounts, shorter for addresses.
 */
function buildLimitKeyPrefix(tag: number): string {
  return limitPrefixes[tag] ?? ''
}

/** Owner of a state. States that are used by the same request are placed together: by the account, or by the widest block of an address. */
export type StateOwner = { kind: 'account' | 'demo' | 'anonymous'; id: string; placedBy?: string | undefined }

const kindLetters = { account: 'a', demo: 'd', anonymous: 'n' } as const

/** Computes the tag of a state with CRC-32, which all versions and languages compute alike. */
export function computeLimitTag({ id, placedBy = id }: StateOwner): number {
  return Bun.hash.crc32(placedBy) % limitTagCount
}

/** Builds the key of the usage of an account or client address. */
export function buildLimitStateKey(owner: StateOwner): string {
  return `${buildLimitKeyPrefix(computeLimitTag(owner))}${kindLetters[owner.kind]}:${owner.id}`
}

/**
 * Builds the key of the number of client addresses with a state under a tag, which is bounded. The limiter sets the time to live: to the end of the
 * month.
 */
export function buildAddressCountKey(tag: number): string {
  return `${buildLimitKeyPrefix(tag)}address-room`
}

/** Pattern of the keys of all accounts. The id follows the last `:a:`. */
export const accountStatePattern = '{hexawatt:*}:limit:v3:a:*'

/**
 * Lock of the gateway that writes the usage of all accounts to Postgres. It outlives the write, so that other gateways skip their flush, but is
 * shorter than the shortest interval of one gateway (54 minutes). After a crash it expires within two minutes.
 */
export const usageFlushLock = { key: `${prefix}:usage-flush`, runningTtlMs: 120_000, doneTtlMs: 50 * 60_000 }

/**
 * Live gateways, each with the time of its last heartbeat. Gateways send a heartbeat every second; a gateway without a heartbeat for `ttlMs` is
 * removed, and the key with the last gateway.
 */
export const liveGateways = { key: `${limitTags[0]}:live-gateways`, ttlMs: 10_000, maxGateways: 1_000 }

/**
 * How many sign-in links a network asked for, or an address was sent, in one window. The script that counts sets the time to live: an hour or a day,
 * from the first of them on.
 */
export function buildLinkLimitKey(window: string, id: string): string {
  return `${prefix}:sign-in:v1:${window}:${id}`
}

/**
 * How often a member used account pages, or a client a sign-in link, in one window. The script that counts sets the time to live: a minute from the
 * first of them on.
 */
export function buildPageLimitKey(kind: 'member' | 'link-use', id: string): string {
  return `${prefix}:account-pages:v1:${kind}:${id}`
}
