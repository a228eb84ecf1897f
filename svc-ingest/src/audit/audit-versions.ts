import { isoSeconds } from '@hexawatt/shared/time/instant'
import type { RowOrigin } from '../inputs/stored-rows-store.ts'

/** What a payload says of one slot or document, with the publisher's date. */
export type Content = { sourceUpdatedAt: Temporal.Instant | null }

/** How contents of one kind are told apart and shown. */
export type ContentKind<Item extends Content> = {
  /** Identity of the slot or document. */
  keyOf: (item: Item) => string
  /** Whether two contents of one key say the same, the publisher's date left aside. */
  isSame: (a: Item, b: Item) => boolean
  /** What it says, for a person. */
  textOf: (item: Item) => string
}

/** A payload that brought versions, at the moment that made them known. */
export type KnowledgeEvent = { knownFrom: Temporal.Instant; payloadId: string }

/** What the payload of an event gave at that moment; null when it proves nothing (that is a finding of its own). */
type GivenBy<Item> = (event: KnowledgeEvent) => readonly Item[] | null

/**
 * The versions as their payloads give them, where the stored ones say something else, and the moments at which payloads brought them.
 */
export type AuditedVersions<Item> = {
  versions: (Item & RowOrigin)[]
  findings: string[]
  events: KnowledgeEvent[]
}

/**
 * Goes through the payloads in the order they became known and makes of each what the pipeline makes of it. A stored version must be
 * what its payload gives; what a payload gives anew must be stored. The versions that are returned hold the payloads' contents only.
 *
 * @param stored every version that is known of the slots or documents in question
 * @param context further stored versions, which are not judged but tell what was known before
 */
export function auditVersions<Item extends Content>(
  kind: ContentKind<Item>,
  stored: readonly (Item & RowOrigin)[],
  givenBy: GivenBy<Item>,
  context: readonly (Item & RowOrigin)[] = [],
): AuditedVersions<Item> {
  const ordered = eventsOf(stored)
  const audited: AuditedVersions<Item> = { versions: [], findings: [], events: ordered.map(({ event }) => event) }
  const newestStored = newestBefore(kind, [...stored, ...context])
  const missing = new Map<string, Item & RowOrigin>()
  for (const { event, ofEvent } of ordered) {
    const given = givenBy(event)
    if (given === null) continue
    const givenByKey = new Map(given.map((item) => [kind.keyOf(item), item]))
    for (const version of ofEvent) {
      const item = givenByKey.get(kind.keyOf(version))
      const difference = differenceOf(kind, version, item)
      if (difference !== null) audited.findings.push(difference)
      if (item !== undefined) audited.versions.push({ ...item, ...originOf(event, item) })
    }
    const storedKeys = new Set(ofEvent.map(kind.keyOf))
    for (const [key, item] of givenByKey) {
      const newest = later(newestStored(key, event), missing.get(key))
      if (storedKeys.has(key) || !isNew(kind, item, newest, event)) continue
      audited.findings.push(`${kind.textOf(item)} is given by payload ${event.payloadId} and is not stored`)
      const version = { ...item, ...originOf(event, item) }
      missing.set(key, version)
      audited.versions.push(version)
    }
  }
  return audited
}

type EventVersions<Item> = { event: KnowledgeEvent; ofEvent: (Item & RowOrigin)[] }

/** Stored versions by the event that brought them, in the order of the events. */
function eventsOf<Item>(stored: readonly (Item & RowOrigin)[]): EventVersions<Item>[] {
  const byEvent = new Map<string, EventVersions<Item>>()
  for (const version of stored) {
    const { knownFrom, payloadId } = version
    const key = `${knownFrom.epochMilliseconds} ${payloadId}`
    const known = byEvent.get(key)
    if (known === undefined) byEvent.set(key, { event: { knownFrom, payloadId }, ofEvent: [version] })
    else known.ofEvent.push(version)
  }
  return [...byEvent.values()].sort(
    ({ event: a }, { event: b }) =>
      Temporal.Instant.compare(a.knownFrom, b.knownFrom) || Number(a.payloadId) - Number(b.payloadId),
  )
}

function originOf({ knownFrom, payloadId }: KnowledgeEvent, { sourceUpdatedAt }: Content): RowOrigin {
  return { knownFrom, payloadId, sourceUpdatedAt }
}

function differenceOf<Item extends Content>(
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

/** The newest stored version of a key that was known at an event: what the pipeline compared with. */
function newestBefore<Item extends Content>(kind: ContentKind<Item>, stored: readonly (Item & RowOrigin)[]) {
  const byKey = Map.groupBy(
    stored.toSorted((a, b) => Temporal.Instant.compare(a.knownFrom, b.knownFrom)),
    kind.keyOf,
  )
  return (key: string, { knownFrom }: KnowledgeEvent): (Item & RowOrigin) | undefined =>
    byKey.get(key)?.findLast((version) => Temporal.Instant.compare(version.knownFrom, knownFrom) <= 0)
}

function later<Version extends RowOrigin>(a: Version | undefined, b: Version | undefined): Version | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return Temporal.Instant.compare(a.knownFrom, b.knownFrom) > 0 ? a : b
}

/** The pipeline's rule: first of its key, or another content that is not older by its publisher's date. */
function isNew<Item extends Content>(
  kind: ContentKind<Item>,
  item: Item,
  newest: (Item & RowOrigin) | undefined,
  { knownFrom }: KnowledgeEvent,
): boolean {
  if (newest === undefined) return true
  // Of one moment the first payload is kept.
  if (newest.knownFrom.equals(knownFrom) || kind.isSame(item, newest)) return false
  return Temporal.Instant.compare(item.sourceUpdatedAt ?? knownFrom, newest.sourceUpdatedAt ?? newest.knownFrom) >= 0
}
