import type { PublisherId } from '@hexawatt/shared/grid/publishers'
import type { RowOrigin } from '@hexawatt/shared/stored-rows/stored-rows-store'
import { isoSeconds } from '@hexawatt/shared/time/instant'

/** Content of one slot or document in a payload, with the publisher's date. */
export type Content = { sourceUpdatedAt: Temporal.Instant | null }

/** How contents of one kind are compared and shown. */
export type ContentKind<Item extends Content> = {
  /** Identity of the slot or document. */
  keyOf: (item: Item) => string
  /** Unit that one publisher must give as a whole: the slot of summed series. */
  wholeOf: (item: Item) => string
  /** Whether two contents of one key are equal, apart from the publisher's date. */
  isSame: (a: Item, b: Item) => boolean
  /** Text for findings. */
  textOf: (item: Item) => string
}

/** The arrival of a payload that added versions. */
export type PayloadArrival = { publisher: PublisherId; knownFrom: Temporal.Instant; payloadId: string }

/** Contents of a payload at its arrival; null when it proves nothing (a separate finding says why). */
type GivenBy<Item> = (event: PayloadArrival) => readonly Item[] | null

/** Further stored content that the audit of versions needs. */
type KnownBeside<Item> = {
  context?: readonly (Item & RowOrigin)[]
  /** Whether a content was quarantined when it arrived: that it is not stored is no fault. */
  isSetAside?: (item: Item) => boolean
}

/**
 * The versions read from their payloads, contradictions of the stored versions, and the arrivals of the payloads.
 */
export type AuditedVersions<Item> = {
  versions: (Item & RowOrigin)[]
  findings: string[]
  events: PayloadArrival[]
}

/**
 * Replays the payloads in the order of their arrival, as the pipeline processed them. A stored version must equal the content of its payload, and
 * new contents of a payload must be stored. The returned versions hold the payloads' contents only.
 *
 * @param stored every known version of the audited slots or documents
 * @param known other stored data: `context`, versions that are not audited but were known before, and contents that were set aside on arrival
 */
export function auditVersions<Item extends Content>(
  kind: ContentKind<Item>,
  stored: readonly (Item & RowOrigin)[],
  givenBy: GivenBy<Item>,
  { context = [], isSetAside = () => false }: KnownBeside<Item> = {},
): AuditedVersions<Item> {
  const keyed = groupByKey(kind, stored)
  const ordered = groupByArrival(keyed)
  const audited: AuditedVersions<Item> = { versions: [], findings: [], events: ordered.map(({ event }) => event) }
  const newestStored = createNewestBefore([...keyed, ...groupByKey(kind, context)])
  const missing = new Map<string, Item & RowOrigin>()
  const isContested = createContestCheck(kind, [...stored, ...context])
  for (const { event, ofEvent } of ordered) {
    const given = givenBy(event)
    if (given === null) continue
    const givenByKey = new Map(given.map((item) => [kind.keyOf(item), item]))
    for (const { key, version } of ofEvent) {
      const item = givenByKey.get(key)
      const difference = describeDifference(kind, version, item)
      if (difference !== null) audited.findings.push(difference)
      if (item !== undefined) audited.versions.push({ ...item, ...buildOrigin(event, item) })
    }
    const storedKeys = new Set(ofEvent.map(({ key }) => key))
    for (const [key, item] of givenByKey) {
      if (storedKeys.has(key) || isContested(item, event) || isSetAside(item)) continue
      if (!isNew(kind, item, later(newestStored(key, event), missing.get(key)), event)) continue
      audited.findings.push(`${kind.textOf(item)} is given by payload ${event.payloadId} and is not stored`)
      const version = { ...item, ...buildOrigin(event, item) }
      missing.set(key, version)
      audited.versions.push(version)
    }
  }
  return audited
}

/** A stored version with its key, which is made once: it is asked for at every step. */
type Keyed<Item> = { key: string; version: Item & RowOrigin }

function groupByKey<Item extends Content>(
  { keyOf }: ContentKind<Item>,
  stored: readonly (Item & RowOrigin)[],
): Keyed<Item>[] {
  return stored.map((version) => ({ key: keyOf(version), version }))
}

type EventVersions<Item> = { event: PayloadArrival; ofEvent: Keyed<Item>[] }

/** Whether another publisher gave something of the same whole: then precedence decides, and a value that is not stored is no fault. */
function createContestCheck<Item extends Content>(kind: ContentKind<Item>, stored: readonly (Item & RowOrigin)[]) {
  if (new Set(stored.map(({ publisher }) => publisher)).size === 1) return () => false
  const publishers = new Map<string, Set<PublisherId>>()
  for (const version of stored) {
    const whole = kind.wholeOf(version)
    const known = publishers.get(whole)
    if (known === undefined) publishers.set(whole, new Set([version.publisher]))
    else known.add(version.publisher)
  }
  return (item: Item, { publisher }: PayloadArrival): boolean =>
    publishers
      .get(kind.wholeOf(item))
      ?.values()
      .some((other) => other !== publisher) === true
}

/** Stored versions by the arrival that added them, in order. */
function groupByArrival<Item>(stored: readonly Keyed<Item>[]): EventVersions<Item>[] {
  const byPayload = new Map<string, Map<number, EventVersions<Item>>>()
  for (const keyed of stored) {
    const { publisher, knownFrom, payloadId } = keyed.version
    byPayload
      .getOrInsertComputed(payloadId, () => new Map<number, EventVersions<Item>>())
      .getOrInsertComputed(knownFrom.epochMilliseconds, () => ({
        event: { publisher, knownFrom, payloadId },
        ofEvent: [],
      }))
      .ofEvent.push(keyed)
  }
  return [...byPayload.values()]
    .flatMap((arrivals) => [...arrivals.values()])
    .sort(
      ({ event: a }, { event: b }) =>
        Temporal.Instant.compare(a.knownFrom, b.knownFrom) || Number(a.payloadId) - Number(b.payloadId),
    )
}

function buildOrigin({ publisher, knownFrom, payloadId }: PayloadArrival, { sourceUpdatedAt }: Content): RowOrigin {
  return { publisher, knownFrom, payloadId, sourceUpdatedAt }
}

function describeDifference<Item extends Content>(
  kind: ContentKind<Item>,
  version: Item & RowOrigin,
  item: Item | undefined,
): string | null {
  const isSameContent = item !== undefined && kind.isSame(version, item)
  if (isSameContent && updatedMs(version) === updatedMs(item)) return null
  const stored = `${kind.textOf(version)} is stored as known from ${isoSeconds(version.knownFrom)}`
  if (item === undefined) return `${stored}, payload ${version.payloadId} does not give it`
  if (isSameContent) return `${stored} with another date of its publisher than payload ${version.payloadId} gives`
  return `${stored}, payload ${version.payloadId} gives ${kind.textOf(item)}`
}

const updatedMs = ({ sourceUpdatedAt }: Content): number | null => sourceUpdatedAt?.epochMilliseconds ?? null

/** The newest stored version of a key known at an arrival: the pipeline compared the new content with this version. */
function createNewestBefore<Item>(stored: readonly Keyed<Item>[]) {
  const byKey = Map.groupBy(stored, ({ key }) => key)
  for (const versions of byKey.values()) {
    if (versions.length > 1) {
      versions.sort(({ version: a }, { version: b }) => Temporal.Instant.compare(a.knownFrom, b.knownFrom))
    }
  }
  return (key: string, { knownFrom }: PayloadArrival): (Item & RowOrigin) | undefined =>
    byKey.get(key)?.findLast(({ version }) => Temporal.Instant.compare(version.knownFrom, knownFrom) <= 0)?.version
}

function later<Version extends RowOrigin>(a: Version | undefined, b: Version | undefined): Version | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Temporal.Instant.compare(a.knownFrom, b.knownFrom) > 0 ? a : b
}

/** The pipeline's rule: the first content of its key, or a different content that is not older by its publisher's date. */
function isNew<Item extends Content>(
  kind: ContentKind<Item>,
  item: Item,
  newest: (Item & RowOrigin) | undefined,
  { knownFrom }: PayloadArrival,
): boolean {
  if (newest === undefined) return true
  // Of two payloads that arrive at one instant, the first counts.
  if (newest.knownFrom.equals(knownFrom) || kind.isSame(item, newest)) return false
  return Temporal.Instant.compare(item.sourceUpdatedAt ?? knownFrom, newest.sourceUpdatedAt ?? newest.knownFrom) >= 0
}
