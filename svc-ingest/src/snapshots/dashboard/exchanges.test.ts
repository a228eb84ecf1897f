import { describe, expect, test } from 'bun:test'
import type { SlotValue } from '@hexawatt/shared/methodology/hourly-means'
import { findDashboardExchanges } from './exchanges.ts'

const france = '10YFR-RTE------C'
const areas = {
  ...{ BE: '10YBE----------2', CH: '10YCH-SWISSGRIDZ', DE: '10YCB-GERMANY--8' },
  ...{ ES: '10YES-REE------0', GB: '10YGB----------A', IT: '10YIT-GRTN-----B', XX: '10YNEW-AREA-----' },
}
const all = { BE: -100, CH: -200.04, DE: 300, ES: 400, GB: -500, IT: -600 }
const now = Temporal.Instant.from('2026-02-03T18:20:00Z')
const assessedMs = Date.parse('2026-02-03T16:00:00Z')

function hour(clock: string, netMw: Partial<Record<keyof typeof areas, number>>, kind = ''): SlotValue[] {
  const slotStart = Temporal.Instant.from(`2026-02-03T${clock}:00Z`)
  const slotEnd = slotStart.add({ hours: 1 })
  return Object.entries(netMw).map(([country, value]) => ({
    ...{ series: `${kind}${areas[country as keyof typeof areas]}>${france}`, slotStart, slotEnd, value },
  }))
}
const find = (physicalFlows: SlotValue[], exchangeSchedules: SlotValue[] = [], startMs: number | null = assessedMs) =>
  findDashboardExchanges({ physicalFlows, exchangeSchedules }, startMs, now)

describe('the exchanges of the dashboard', () => {
  test('are the flows of the hour of the carbon intensity, by country, with their sum', () => {
    expect(find([...hour('15:00', { ...all, IT: 0 }), ...hour('16:00', all), ...hour('17:00', all)])).toEqual({
      ...{ start: '2026-02-03T16:00:00Z', end: '2026-02-03T17:00:00Z', isEstimated: false },
      neighbours: [
        { country: 'BE', netImportMw: -100 },
        { country: 'CH', netImportMw: -200 },
        { country: 'DE', netImportMw: 300 },
        { country: 'ES', netImportMw: 400 },
        { country: 'GB', netImportMw: -500 },
        { country: 'IT', netImportMw: -600 },
      ],
      netImportMw: -700,
    })
  })

  test('are estimated by commercial exchanges while a flow of the hour is missing', () => {
    const { IT: _italian, ...published } = all
    const flows = [...hour('15:00', all), ...hour('16:00', published)]
    expect(find(flows, hour('16:00', { ...all, IT: -650 }, 'TOTAL/'))).toMatchObject({
      ...{ start: '2026-02-03T16:00:00Z', isEstimated: true, netImportMw: -750 },
    })
  })

  test('are those of the newest complete hour where the hour of the intensity has a gap, or there is no intensity', () => {
    const { IT: _italian, ...published } = all
    const flows = [...hour('14:00', all), ...hour('15:00', all), ...hour('16:00', published)]
    expect(find(flows)).toMatchObject({ start: '2026-02-03T15:00:00Z', isEstimated: false })
    expect(find(flows, [], null)).toMatchObject({ start: '2026-02-03T15:00:00Z' })
  })

  test('keep the known neighbours where no hour is complete, with null for the unknown one and for the sum', () => {
    const { IT: _italian, ...published } = all
    const shown = find(hour('16:00', { ...published, XX: 50 }))
    expect(shown?.neighbours.find(({ country }) => country === 'IT')).toEqual({ country: 'IT', netImportMw: null })
    expect(shown?.neighbours.find(({ country }) => country === 'XX')).toEqual({ country: 'XX', netImportMw: 50 })
    expect(shown?.netImportMw).toBeNull()
  })

  test('are null where nothing is known of the last six hours, and never those of an hour that has not ended', () => {
    expect(find(hour('11:00', all))).toBeNull()
    expect(find(hour('18:00', all), [], null)).toBeNull()
  })
})
