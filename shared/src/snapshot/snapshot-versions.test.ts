import { expect, test } from 'bun:test'
import { consumptionSnapshot } from './consumption.ts'
import { contractsSnapshot } from './contracts.ts'
import { explanationSnapshot } from './explanation.ts'
import {
  accuracySnapshot,
  carbonSnapshot,
  dashboardSnapshot,
  forecastSnapshot,
  gridStatusSnapshot,
  mixSnapshot,
  scoreReasonsSnapshot,
  scoreSnapshot,
  statusSnapshot,
  tariffOutlookSnapshot,
  tariffSnapshot,
} from './kinds.ts'
import { planPastSnapshot } from './plan-past.ts'
import { regionsSnapshot } from './regions.ts'
import { buildRowName, type SnapshotKind } from './snapshot-store.ts'

/** Digest of the content of each version. A changed content takes a new version here and in its kind: the former one stays that of the programs before. */
const digestByVersion: Readonly<Record<string, string>> = {
  accuracy_v4: 'glezptf0i8ik',
  carbon_v3: '3lib64avzhd51',
  consumption_v1: '3pcz8shrg4xj6',
  contracts_v1: '3n9s36l9lts6j',
  dashboard_v12: '1nie75yamk75h',
  explanation_v1: '7ci11dmihl7n',
  forecast_v6: 'ozt6qe1udfx7',
  grid_status_v2: '3pnrrcvxnumyk',
  mix_v2: 'rt0e32yaj4sl',
  plan_past_v4: '22z5pwzsp6w36',
  regions_v2: 'ha98w2yr2qds',
  score_reasons_v1: '2uig1peflgy7r',
  score_v2: 'fa9o8rpahikg',
  status_v5: 'gvspp2q0og7g',
  tariff_outlook_v2: '2jjcr81xqysva',
  tariff_v2: '1vsrhdcs1x8qe',
}

const kinds: readonly (Pick<SnapshotKind<unknown>, 'name' | 'schemaVersion'> & { schema: unknown })[] = [
  ...[accuracySnapshot, carbonSnapshot, consumptionSnapshot, contractsSnapshot, dashboardSnapshot, explanationSnapshot],
  ...[forecastSnapshot, gridStatusSnapshot, mixSnapshot, planPastSnapshot, regionsSnapshot, scoreReasonsSnapshot],
  ...[scoreSnapshot, statusSnapshot, tariffOutlookSnapshot, tariffSnapshot],
]

/** Members of a schema and of its checks that decide what is accepted. */
const decisive: ReadonlySet<string> = new Set([
  ...['kind', 'type', 'entries', 'item', 'items', 'options', 'wrapped', 'key', 'value', 'literal', 'pipe'],
  ...['requirement', 'rest'],
])

/** What a schema accepts, as plain data: without descriptions, defaults and messages. */
function describeContent(part: unknown): unknown {
  if (part instanceof RegExp) return String(part)
  if (typeof part === 'function') return 'function'
  if (Array.isArray(part)) return part.filter((one) => !isDescription(one)).map(describeContent)
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).filter(([name]) => !('kind' in part) || decisive.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, describeContent(member)]))
}

const isDescription = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'metadata'

const digest = (schema: unknown): string => Bun.hash(JSON.stringify(describeContent(schema))).toString(36)

test('a snapshot whose content changes has a new version: in an upgrade programs of the version before read what svc-ingest writes', () => {
  expect(Object.fromEntries(kinds.map((kind) => [buildRowName(kind), digest(kind.schema)]))).toEqual(digestByVersion)
})
