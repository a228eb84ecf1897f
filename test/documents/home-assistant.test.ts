import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { operations } from '@hexawatt/shared/contract/operations'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import { EnergyScore, scoreLevels } from '@hexawatt/shared/contract/score'
import { listParameterNames } from '@hexawatt/shared/testing/operation-queries'
import * as v from 'valibot'

const text = await Bun.file(join(import.meta.dir, '../../docs/start/household.md')).text()

const Sensor = v.object({
  name: v.string(),
  value_template: v.string(),
  availability: v.string(),
  json_attributes: v.optional(v.array(v.string()), []),
})
const Configuration = v.object({
  rest: v.array(
    v.object({
      resource: v.pipe(v.string(), v.url()),
      scan_interval: v.number(),
      headers: v.object({ 'X-Api-Key': v.literal('hexawatt_api_key') }),
      sensor: v.array(Sensor),
    }),
  ),
  automation: v.array(
    v.object({ conditions: v.array(v.object({ entity_id: v.string(), attribute: v.string(), state: v.string() })) }),
  ),
})
const { rest, automation } = v.parse(Configuration, Bun.YAML.parse(text.match(/```yaml\n(.*?)```/s)?.[1] ?? ''))

const operationOf = (resource: string) => operations.find(({ path }) => path === new URL(resource).pathname)

/** `Électricité maintenant` → `electricite_maintenant`, as Home Assistant names entities. */
const entityName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/\W+/g, '_')

describe('the configuration for Home Assistant', () => {
  test('asks for endpoints and parameters that exist, and reads fields that they answer', () => {
    for (const { resource, sensor } of rest) {
      const operation = operationOf(resource)
      const accepted: readonly string[] = operation === undefined ? [] : listParameterNames(operation)
      for (const name of new URL(resource).searchParams.keys()) expect(accepted).toContain(name)
      const response = operation?.response
      const fields = response !== undefined && 'entries' in response ? Object.keys(response.entries) : []
      const read = sensor.flatMap(({ value_template, availability, json_attributes }) => [
        ...[...`${value_template}${availability}`.matchAll(/value_json\.(\w+)/g)].map((match) => match[1] ?? ''),
        ...json_attributes,
      ])
      expect(read.length).toBeGreaterThan(1)
      expect(read.filter((field) => !fields.includes(field))).toEqual([])
    }
  })

  test('acts on an attribute that its sensor has, and on a level that there is', () => {
    const sensors = rest.flatMap(({ sensor }) => sensor)
    for (const { entity_id, attribute, state } of automation.flatMap(({ conditions }) => conditions)) {
      const sensor = sensors.find(({ name }) => `sensor.${entityName(name)}` === entity_id)
      expect(sensor?.json_attributes).toContain(attribute)
      expect(Object.keys(EnergyScore.entries)).toContain(attribute)
      expect(scoreLevels.map(String)).toContain(state)
    }
  })

  test('stays within the free plan in the longest month', () => {
    const longestMonthSeconds = 31 * 24 * 3600
    const requests = rest.reduce((sum, { scan_interval }) => sum + Math.ceil(longestMonthSeconds / scan_interval), 0)
    const { monthlyQuota } = defaultPlanTable.plans.decouverte
    expect(requests).toBeLessThan(monthlyQuota)
    const spaced = (count: number) => count.toLocaleString('en').replace(',', ' ')
    expect(text.replace(/\s+/g, ' ')).toContain(
      `are ${spaced(requests)} in a month of 31 days; the free plan allows ${spaced(monthlyQuota)}.`,
    )
  })
})
