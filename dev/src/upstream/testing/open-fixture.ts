import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { basePaths, type Publisher } from '../subjects/publishers.ts'
import type { Upstream } from './upstream-fixture.ts'

/** A row of the portal. */
export type ReadRecord = Record<string, string | number | null>

/** Folder of the publishers' samples; null where they were not supplied. */
export const sampleDir = findReferenceData() === null ? null : join(findReferenceData() ?? '', 'open')
if (sampleDir === null) reportSkippedReferenceData("comparison with the open publishers' samples")

/** A sample of a publisher. */
export const readSample = async <Sample>(path: string): Promise<Sample> =>
  (await Bun.file(join(sampleDir ?? '', path)).json()) as Sample

/** The answer of a publisher's path. */
export function ask(upstream: Upstream, publisher: Publisher, path: string, query: Record<string, string> = {}) {
  return upstream.get(`${basePaths[publisher]}${path}`, query)
}

/** The JSON body of a publisher's path. */
export async function askJson<Body>(...request: Parameters<typeof ask>): Promise<Body> {
  return (await (await ask(...request)).json()) as Body
}

/** The condition that every poll of quarter-hours sends. */
export const between = (from: string, until: string): { where: string } => ({
  where: `date_heure >= '${from}' and date_heure < '${until}'`,
})

/** Rows of a dataset in time order; the portal sends them in none. */
export async function exportRows(
  upstream: Upstream,
  dataset: string,
  query: Record<string, string> = {},
): Promise<ReadRecord[]> {
  const rows = await askJson<ReadRecord[]>(upstream, 'odre', `/${dataset}/exports/json`, query)
  return rows.toSorted((a, b) => `${a['date_heure']} ${a['heure']}`.localeCompare(`${b['date_heure']} ${b['heure']}`))
}

/** A series of Energy-Charts by its name. */
export type Named = { name: string; data: (number | null)[] }

/** Values of the series with a name. */
export const valuesOf = (list: readonly Named[], name: string): (number | null)[] =>
  list.find((one) => one.name === name)?.data ?? []

/** JSON type of a value, with integers apart from other numbers. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

type Schema = {
  $ref?: string
  type?: string
  anyOf?: Schema[]
  items?: Schema
  required?: string[]
  properties?: Record<string, Schema>
}
export type Contract = { components: { schemas: Record<string, Schema> } }

/** Where a body differs from a schema of the contract; empty where it does not. */
export function violations(body: unknown, schema: Schema, contract: Contract, path = '$'): string[] {
  if (schema.$ref !== undefined) {
    const named = contract.components.schemas[schema.$ref.split('/').at(-1) ?? '']
    return named === undefined ? [`${path}: unknown ${schema.$ref}`] : violations(body, named, contract, path)
  }
  if (schema.anyOf !== undefined) {
    const tries = schema.anyOf.map((one) => violations(body, one, contract, path))
    return tries.some((found) => found.length === 0) ? [] : (tries[0] ?? [])
  }
  const actual = typeOf(body)
  const isNumber = schema.type === 'number' && actual === 'integer'
  if (schema.type !== undefined && schema.type !== actual && !isNumber) return [`${path}: ${actual}`]
  if (Array.isArray(body))
    return body.flatMap((item, index) => violations(item, schema.items ?? {}, contract, `${path}[${index}]`))
  if (actual !== 'object') return []
  const members = Object.entries(Object(body))
  const missing = (schema.required ?? []).filter((name) => !members.some(([member]) => member === name))
  const known = members.flatMap(([name, value]) => {
    const one = schema.properties?.[name]
    return one === undefined
      ? [`${path}.${name}: not in the contract`]
      : violations(value, one, contract, `${path}.${name}`)
  })
  return [...missing.map((name) => `${path}: ${name} is missing`), ...known]
}
