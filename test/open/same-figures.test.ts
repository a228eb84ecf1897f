import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import {
  type Ingestion,
  type RecordedUpstream,
  startIngestion,
  startRecordedUpstream,
} from './testing/two-ways-fixture.ts'

/** A recorded winter evening; the mix of the day and the night before are published. */
const asOf = '2025-01-10T18:20:00Z'
const dayStart = '2025-01-09T18:00:00Z'

let upstream: RecordedUpstream
let operator: Ingestion
let open: Ingestion

beforeAll(async () => {
  upstream = startRecordedUpstream({ now: () => Temporal.Instant.from(asOf) })
  ;[operator, open] = await Promise.all([startIngestion(upstream, 'operator'), startIngestion(upstream, 'open')])
  await Promise.all([operator.seedReferences(), open.seedReferences()])
  await operator.poll('generation_mix_15min', 'consumption', 'physical_flows', 'exchange_schedules', 'power_exchanges')
  await operator.poll('generation_forecast', 'tariff_calendar', 'installed_capacities')
  await open.pollOpen('odre_national', 'energy_charts_flows', 'energy_charts_price')
  await open.pollOpen('energy_charts_forecast_day_ahead', 'energy_charts_capacities', 'rte_services_tariff')
})
afterAll(async () => {
  await Promise.all([operator.stop(), open.stop()])
  await upstream.stop()
})

/** Values of a feed on both ways by series and slot; and values of only one way. `nameOf` gives series that mean the same one name. */
async function both(feed: FeedId, from = dayStart, nameOf = (series: string) => series) {
  const keyed = async (ingestion: Ingestion) =>
    new Map(
      (await ingestion.stored(feed, from)).map((one) => [
        `${nameOf(one.series)} ${one.slotStart} ${one.minutes}`,
        one.value,
      ]),
    )
  const [ofOperator, ofOpen] = await Promise.all([keyed(operator), keyed(open)])
  const common = [...ofOpen.keys()].filter((key) => ofOperator.has(key))
  const seriesOf = (keys: Iterable<string>) => [...new Set([...keys].map((key) => key.split(' ')[0]))].sort()
  return {
    common: common.length,
    differing: common.flatMap((key) =>
      ofOpen.get(key) === ofOperator.get(key) ? [] : [`${key}: ${ofOperator.get(key)} ${ofOpen.get(key)}`],
    ),
    onlyOperator: seriesOf(ofOperator.keys().filter((key) => !ofOpen.has(key))),
    onlyOpen: seriesOf(ofOpen.keys().filter((key) => !ofOperator.has(key))),
  }
}

describe('the same recorded day through the operator’s formats and through those of open data', () => {
  test('the quarter-hourly mix is the same in every slot and type', async () => {
    expect(await both('generation_mix_15min')).toEqual({
      common: 95 * 13,
      differing: [],
      onlyOperator: [],
      onlyOpen: [],
    })
  })

  test('load and its forecasts are the same; the newest load comes with the mix, a quarter of an hour later', async () => {
    const { common, differing, onlyOperator, onlyOpen } = await both('consumption')
    expect({ differing, onlyOperator, onlyOpen }).toEqual({ differing: [], onlyOperator: ['REALISED'], onlyOpen: [] })
    expect(common).toBeGreaterThan(400)
  })

  test('flows are the same hourly net; Energy-Charts has the last hours later', async () => {
    const { common, differing, onlyOpen } = await both('physical_flows')
    expect({ differing, onlyOpen }).toEqual({ differing: [], onlyOpen: [] })
    // The border with Spain is published an hour before the others; Belgium is recorded under Germany, and its zeros count after twelve hours.
    expect(common).toBe(21 * 10 + 2 + 10 * 2)
  })

  test('commercial exchanges are the same at four borders; Germany and Belgium are one', async () => {
    const { common, differing, onlyOpen } = await both('exchange_schedules', dayStart, (series) =>
      series.replace('TOTAL/', 'DA/'),
    )
    expect([common, differing]).toEqual([95 * 8, []])
    expect(onlyOpen).toEqual(['DA/10YFR-RTE------C>DE+BE', 'DA/DE+BE>10YFR-RTE------C'])
  })

  test('the price is the same; its volume is the operator’s alone', async () => {
    expect(await both('power_exchanges')).toMatchObject({ differing: [], onlyOperator: ['VOLUME'], onlyOpen: [] })
  })

  test('forecasts of wind and sun, colours and capacities are the same where both have them', async () => {
    for (const feed of ['generation_forecast', 'tariff_calendar'] as const) {
      expect(await both(feed)).toMatchObject({ differing: [], onlyOpen: [] })
    }
    expect(await both('installed_capacities', '2024-12-01T00:00:00Z')).toEqual({
      common: 12,
      differing: [],
      onlyOperator: [],
      onlyOpen: [],
    })
  })

  test('both intensities of each hour are the same, digit by digit: the recorded flows are the exchanges that stand in for those to come', async () => {
    const [expected, found] = [await operator.assessedHours(), await open.assessedHours()]
    expect(found.length).toBe(24)
    expect(found).toEqual(expected)
    const production = (hours: typeof found) =>
      hours.map((hour) => [hour.start, hour.powerMW, hour.estimatedGCo2PerKwh])
    expect(production(found)).toEqual(production(expected))
  })
})

describe('when only Energy-Charts is left for the mix', () => {
  test('its hours are complete beside those that had biogas, and within 3 g of the operator’s', async () => {
    const alone = await startIngestion(upstream, 'open')
    await alone.seedReferences()
    await alone.pollOpen('odre_national')
    // The day on which the portal died: nothing of it is stored.
    await alone.forget('generation_mix_15min', '2025-01-10T06:00:00Z')
    await alone.pollOpen('energy_charts_generation')
    const hours = (await alone.assessedHours()).filter(({ start }) => start >= '2025-01-10T06')
    const expected = new Map((await operator.assessedHours()).map((hour) => [hour.start, hour.estimatedGCo2PerKwh]))
    await alone.stop()
    expect(hours.length).toBeGreaterThanOrEqual(8)
    for (const { start, estimatedGCo2PerKwh } of hours) {
      expect(Math.abs((estimatedGCo2PerKwh ?? Number.NaN) - (expected.get(start) ?? Number.NaN))).toBeLessThan(3)
    }
  })
})
