import { describe, expect, test } from 'bun:test'
import { recordFromEntries } from '../../../bounds/record-from-entries.ts'
import { reuseLast } from '../../../bounds/reuse.ts'
import { neverReceived } from '../../../grid/feed-calendar.ts'
import { feedIds } from '../../../grid/feeds.ts'
import { coreProductionTypes } from '../../../grid/production-types.ts'
import { assessCarbon } from '../../carbon-assessment.ts'
import { seedFactorSet } from '../../emission-factors.ts'
import type { SlotValue } from '../../hourly-means.ts'
import {
  createScoreReader,
  endWithoutWeather,
  ignoreExchanges,
  readCarbonRows,
  readScoreRows,
  type ScoreSource,
} from './read-score-rows.ts'
import { findScoreSpan, type ScoreValueFeed, scoreFeeds, type TimeSpan } from './scored-feeds.ts'

const at = Temporal.Instant.from('2026-02-03T12:30:00Z')
const received = recordFromEntries(feedIds, () => neverReceived)
const references = { factorSet: { ...seedFactorSet, id: '7' }, countryIntensities: [] }
const messages = [
  {
    key: 'outage',
    message: {
      fuelType: 'NUCLEAR',
      unitEicCode: null,
      unitName: null,
      installedCapacityMw: null,
      eventStatus: null,
      periods: [],
    },
  },
]

/** An hour, or a quarter of one, in which every core type generates 100 MW. */
function generation(end: string, minutes: number): SlotValue[] {
  const slotEnd = Temporal.Instant.from(end)
  return coreProductionTypes.map((series) => ({
    series,
    slotStart: slotEnd.subtract({ minutes }),
    slotEnd,
    value: 100,
  }))
}

const quarters = (...ends: string[]) => ends.flatMap((end) => generation(end, 15))

/** A source in memory with an array of its own for each feed, and what it was asked for. */
function createSource(valuesByFeed: Partial<Record<ScoreValueFeed, SlotValue[]>>) {
  const arrays = new Map(scoreFeeds.map((feed) => [feed, valuesByFeed[feed as ScoreValueFeed] ?? []]))
  const asked: [feed: string, span: TimeSpan][] = []
  const source: ScoreSource<SlotValue, (typeof messages)[number]> = {
    async values(feed, span) {
      asked.push([feed, span])
      return arrays.get(feed) ?? []
    },
    async documents(feed, span) {
      asked.push([feed, span])
      return messages
    },
    references: async () => references,
    received: async () => received,
  }
  return { source, arrays, asked }
}

/** An hour in which nothing flows at any border. */
function flowsAt(start: string, kind = ''): SlotValue[] {
  const slotStart = Temporal.Instant.from(start)
  const areas = ['10YBE----------2', '10YCB-GERMANY--8', '10YCH-SWISSGRIDZ', '10YES-REE------0', '10YGB----------A']
  return [...areas, '10YIT-GRTN-----B'].flatMap((area) =>
    [`${kind}${area}>10YFR-RTE------C`, `${kind}10YFR-RTE------C>${area}`].map((series) => {
      return { series, slotStart, slotEnd: slotStart.add({ hours: 1 }), value: 0 }
    }),
  )
}

const punctual = generation('2026-02-03T12:00:00Z', 60)
const behind = generation('2026-02-03T09:00:00Z', 60)
const mix = quarters('2026-02-03T11:15:00Z', '2026-02-03T11:30:00Z', '2026-02-03T11:45:00Z', '2026-02-03T12:00:00Z')

describe('the score input rows', () => {
  test('are read for every scored feed over its span; the mix only if the hourly feed is late, exchanges only if flows are missing', async () => {
    const late = createSource({ generation_by_type: behind, generation_mix_15min: mix })
    const { rows } = await readScoreRows(late.source, at)
    expect(Object.fromEntries(late.asked)).toEqual(
      Object.fromEntries(scoreFeeds.map((feed) => [feed, findScoreSpan(feed, at)])),
    )
    expect(late.asked).toHaveLength(scoreFeeds.length)
    expect(rows.carbon).toMatchObject({ slotEnd: '2026-02-03T12:00:00Z', slotSource: 'generation_mix_15min' })

    const onTime = createSource({ generation_by_type: punctual, generation_mix_15min: mix })
    expect((await readScoreRows(onTime.source, at)).rows.carbon?.slotSource).toBe('generation_by_type')
    expect(onTime.asked.map(([feed]) => feed)).not.toContain('generation_mix_15min')

    const known = createSource({ generation_by_type: punctual, physical_flows: flowsAt('2026-02-03T11:00:00Z') })
    const { rows: withFlows } = await readScoreRows(known.source, at)
    expect([
      withFlows.carbon?.missingBorders,
      known.asked.map(([feed]) => feed).includes('exchange_schedules'),
    ]).toEqual([[], false])
  })

  test('of a point of version 1 of the score end 51 hours after its hour began, as they did when it was computed', async () => {
    const { source, asked } = createSource({ generation_by_type: behind, generation_mix_15min: mix })
    await readScoreRows(endWithoutWeather(source, at), at)
    const endsOf = (spans: readonly (readonly [string, TimeSpan])[]) =>
      Object.fromEntries(spans.map(([feed, { to }]) => [feed, to.toString()]))
    const today = endsOf(scoreFeeds.map((feed) => [feed, findScoreSpan(feed, at)] as const))
    const shorter = ['consumption', 'consumption_weekly', 'generation_forecast', 'generation_unavailabilities']
    expect(endsOf(asked)).toEqual({
      ...today,
      ...Object.fromEntries(shorter.map((feed) => [feed, '2026-02-05T15:00:00Z'])),
    })
  })

  test('come back by feed, as the same arrays that the source returned', async () => {
    const { source, arrays } = createSource({ generation_by_type: behind })
    const { rows, originsByFeed, factorSetId } = await readScoreRows(source, at)
    for (const feed of scoreFeeds) {
      expect(originsByFeed[feed]).toBe(feed === 'generation_unavailabilities' ? messages : (arrays.get(feed) ?? []))
    }
    expect(rows).toMatchObject({ hasCountryIntensities: false, received })
    expect(rows.unavailabilities).toBe(messages)
    expect([rows.powerExchanges, rows.gridSignals, rows.imbalance, rows.consumption]).toEqual([[], [], [], []])
    expect<unknown>(rows.powerExchanges).toBe(originsByFeed.power_exchanges)
    expect<unknown>(rows.gridSignals).toBe(originsByFeed.grid_signals)
    expect<unknown>(rows.imbalance).toBe(originsByFeed.imbalance)
    expect<unknown>(rows.consumption).toBe(originsByFeed.consumption)
    expect<unknown>(rows.consumptionWeekly).toBe(originsByFeed.consumption_weekly)
    expect<unknown>(rows.generationForecast).toBe(originsByFeed.generation_forecast)
    expect<unknown>(rows.installedCapacities).toBe(originsByFeed.installed_capacities)
    expect<unknown>(rows.generationByType).toBe(originsByFeed.generation_by_type)
    expect(factorSetId).toBe('7')
  })

  test('are the same when the carbon rows were read before', async () => {
    const { source } = createSource({ generation_by_type: behind, generation_mix_15min: mix })
    const expected = await readScoreRows(source, at)
    expect(await readScoreRows(source, at, readCarbonRows(source, at))).toEqual(expected)
  })

  test('estimate imports from exchanges exactly as one assessment of all rows does', async () => {
    const exchangeSchedules = flowsAt('2026-02-03T11:00:00Z', 'DA/')
    const { source } = createSource({ generation_by_type: punctual, exchange_schedules: exchangeSchedules })
    const countryIntensities = [{ country: 'DE', year: 2025, gCo2eqPerKwh: 342 }]
    const known = { ...source, references: async () => ({ ...references, countryIntensities }) }
    const { rows } = await readScoreRows(known, at)
    expect(rows.carbon?.importBasis).toBe('exchange_schedules')
    const { factorSet } = references
    const inputs = { generationByType: punctual, generationMix15min: [], physicalFlows: [], exchangeSchedules }
    expect(rows.carbon).toEqual(assessCarbon({ ...inputs, factorSet, countryIntensities }, at))
    const without = await readScoreRows(ignoreExchanges(known), at)
    expect(without.rows.carbon?.importBasis).toBeNull()
  })

  test('reuse the last carbon assessment while its rows and the Paris day are the same', async () => {
    const { source } = createSource({ generation_by_type: punctual })
    const reader = createScoreReader(reuseLast)
    const assessed = async (instant: Temporal.Instant) => (await reader.readScoreRows(source, instant)).rows.carbon
    const first = await assessed(at)
    expect(first).not.toBeNull()
    expect(await assessed(at.add({ minutes: 10 }))).toBe(first)
    expect(await assessed(at.add({ hours: 24 }))).not.toBe(first)
  })
})
