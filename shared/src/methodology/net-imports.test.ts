import { describe, expect, test } from 'bun:test'
import { groupByHour, type SlotValue } from './hourly-means.ts'
import { computeNetImports, listShownExchanges } from './net-imports.ts'

const france = '10YFR-RTE------C'
const areas = {
  BE: '10YBE----------2',
  CH: '10YCH-SWISSGRIDZ',
  DE: '10YCB-GERMANY--8',
  ES: '10YES-REE------0',
  GB: '10YGB----------A',
  IT: '10YIT-GRTN-----B',
  'DE+BE': 'DE+BE',
} as const
type Area = keyof typeof areas

const slotHour = '2026-02-03T12:00:00Z'
const startMs = Date.parse(slotHour)

/** Both directions of the net imports of an hour, MW. */
function hour(start: string, netMw: Partial<Record<Area, number>>, kind = ''): SlotValue[] {
  const slotStart = Temporal.Instant.from(start)
  const slotEnd = slotStart.add({ hours: 1 })
  return Object.entries(netMw).flatMap(([country, net]) => {
    const area = areas[country as Area]
    return [
      { series: `${kind}${area}>${france}`, slotStart, slotEnd, value: Math.max(0, net) },
      { series: `${kind}${france}>${area}`, slotStart, slotEnd, value: Math.max(0, -net) },
    ]
  })
}
const all = { BE: 100, CH: 200, DE: 300, ES: -400, GB: -500, IT: -600 }
const together = { 'DE+BE': 1_000, CH: 250, ES: -450, GB: -550, IT: -650 }
const netImports = (flows: SlotValue[], exchanges: SlotValue[]) =>
  computeNetImports(groupByHour(flows), groupByHour(exchanges), startMs)

describe('net imports', () => {
  test('come from the physical flows while every border has one, whatever the exchanges are', () => {
    const known = netImports(hour(slotHour, all), hour(slotHour, together, 'TOTAL/'))
    expect(known).toEqual({ basis: 'physical_flows', netMwByCountry: all, missingBorders: [] })
  })

  test('come from the commercial exchanges at every border while one flow is missing', () => {
    const { GB: _british, ...published } = all
    const flows = [...hour('2026-02-03T09:00:00Z', all), ...hour(slotHour, published)]
    const estimated = netImports(flows, hour(slotHour, { ...all, CH: 777 }, 'DA/'))
    expect(estimated).toEqual({
      basis: 'exchange_schedules',
      netMwByCountry: { ...all, CH: 777 },
      missingBorders: ['GB'],
    })
  })

  test('prefer the total exchanges of the hour to the day-ahead schedules', () => {
    const exchanges = [...hour(slotHour, all, 'DA/'), ...hour(slotHour, { ...all, CH: 777 }, 'TOTAL/')]
    expect(netImports([], exchanges).netMwByCountry?.['CH']).toBe(777)
    const incomplete = exchanges.filter(({ series }) => series !== `TOTAL/${areas.IT}>${france}`)
    expect(netImports([], incomplete).netMwByCountry?.['CH']).toBe(777)
    const without = exchanges.filter(({ series }) => !series.startsWith('TOTAL/') || !series.includes(areas.IT))
    expect(netImports([], without).netMwByCountry?.['CH']).toBe(200)
  })

  test('split the joint exchange of Germany and Belgium by the newest known imports from both', () => {
    const flows = [
      ...hour('2026-02-03T08:00:00Z', { ...all, DE: 100, BE: 900 }),
      // Belgium imports here: all that comes from the pair comes from Germany. Neither gives anything at 10:00.
      ...hour('2026-02-03T09:00:00Z', { ...all, DE: 300, BE: -200 }),
      ...hour('2026-02-03T10:00:00Z', { ...all, DE: -1, BE: -1 }),
    ]
    const exchanges = hour(slotHour, together, 'TOTAL/')
    expect(netImports(flows, exchanges).netMwByCountry).toMatchObject({ DE: 1_000, BE: 0, CH: 250 })
    const shared = netImports([...flows, ...hour('2026-02-03T11:00:00Z', { ...all, DE: 300, BE: 100 })], exchanges)
    expect(shared.netMwByCountry).toMatchObject({ DE: 750, BE: 250 })
  })

  test('need no split while the pair exports; are unknown while it imports and no import is known', () => {
    const exporting = netImports([], hour(slotHour, { ...together, 'DE+BE': -900 }, 'TOTAL/'))
    expect(exporting).toMatchObject({ basis: 'exchange_schedules', netMwByCountry: { DE: -900, BE: 0 } })
    expect(netImports([], hour(slotHour, together, 'TOTAL/'))).toMatchObject({ basis: null, netMwByCountry: null })
  })

  test('are unknown when neither flows nor exchanges are known at every border', () => {
    const { IT: _italian, ...exchanges } = together
    expect(netImports([], [])).toMatchObject({ basis: null, netMwByCountry: null })
    expect(netImports(hour('2026-02-03T11:00:00Z', all), hour(slotHour, exchanges, 'TOTAL/'))).toMatchObject({
      basis: null,
      netMwByCountry: null,
      missingBorders: ['BE', 'CH', 'DE', 'ES', 'GB', 'IT'],
    })
  })
})

describe('exchanges to be shown', () => {
  const shown = (flows: SlotValue[], exchanges: SlotValue[]) =>
    listShownExchanges(groupByHour(flows), groupByHour(exchanges), startMs)

  test('are the physical flows while every border has one', () => {
    const exchanges = hour(slotHour, together, 'TOTAL/')
    expect(shown(hour(slotHour, all), exchanges)).toEqual({ basis: 'physical_flows', netMwByNeighbour: all })
  })

  test('keep the joint exchange with Germany and Belgium joint, whether it is an import or an export', () => {
    const { GB: _british, ...published } = all
    for (const joint of [1_000, -1_000]) {
      const netMwByNeighbour = { ...together, 'DE+BE': joint }
      // Another publisher may give the two borders one by one: both forms must not count twice.
      const exchanges = hour(slotHour, { ...netMwByNeighbour, DE: 70, BE: 30 }, 'TOTAL/')
      expect(shown(hour(slotHour, published), exchanges)).toEqual({ basis: 'exchange_schedules', netMwByNeighbour })
    }
  })

  test('keep the known flows where neither flows nor exchanges are complete; an unknown border is null and not 0', () => {
    const { GB: _british, ...published } = all
    const { IT: _italian, ...agreed } = all
    const partial = { basis: 'physical_flows', netMwByNeighbour: { ...published, GB: null } }
    expect(shown(hour(slotHour, published), hour(slotHour, agreed, 'TOTAL/'))).toEqual(partial as never)
    expect(shown([], [])).toBeNull()
  })
})
