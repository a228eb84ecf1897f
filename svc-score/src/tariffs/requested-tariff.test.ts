import { describe, expect, test } from 'bun:test'
import { getSchedule } from '@hexawatt/shared/contract/operations/get-schedule'
import type { ContractTable } from '@hexawatt/shared/contract/planning/contracts'
import { AppError } from '@hexawatt/shared/errors/app-error'
import type { SeasonalHours } from '@hexawatt/shared/methodology/tariffs/day-periods'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import type { Tariff } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { parseQuery } from '@hexawatt/shared/testing/operation-queries'
import { type RequestedContract, readContract } from './requested-tariff.ts'

const regulated = shippedTable.contracts.filter(({ id }) => ['base', 'hphc', 'tempo'].includes(id))
const [base] = regulated
if (base === undefined) throw new Error('no contract is shipped')
const at = { season: null, days: null, colors: null }
const profile = { name: 'P', from: '2025-01-01', to: null, source: 'test', certainty: 'published', note: null } as const
const today = '2026-11-27'
/** The regulated contracts, a further one without off-peak hours, two adder profiles, and one of each that ended. */
const table: ContractTable = {
  contracts: [
    ...regulated,
    { ...base, id: 'everyDay', kind: 'other', to: null },
    { ...base, id: 'later', kind: 'other', from: '2026-12-01', to: null },
    { ...base, id: 'former', kind: 'other', to: today },
    { ...base, id: 'large', kind: 'other', to: '2026-01-01' },
    {
      ...base,
      id: 'large',
      kind: 'other',
      from: '2026-01-01',
      to: null,
      prices: [{ minKva: 12, maxKva: 18, eurPerKwh: { all: 0.2 } }],
    },
  ],
  adders: [
    { ...profile, id: 'gone', to: today, periods: [{ id: 'all', ...at, hours: null }], eurPerKwh: { all: 0.1 } },
    { ...profile, id: 'flat', periods: [{ id: 'all', ...at, hours: null }], eurPerKwh: { all: 0.1 } },
    {
      ...profile,
      id: 'network',
      periods: [
        { id: 'low', ...at, hours: 'offPeak' },
        { id: 'high', ...at, hours: null },
      ],
      eurPerKwh: { low: 0.05, high: 0.1 },
    },
  ],
}

const read = (query: string): RequestedContract => readContract(parseQuery(getSchedule, query), 'spot', table, today)
const refusal = (query: string): [code: string, detail: string] => {
  try {
    read(query)
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.options.detail ?? '']
  }
  throw new Error(`${query} was not refused`)
}
const contract = (id: string, subscribedKva: number, offPeak: SeasonalHours | null = null): Tariff => ({
  kind: 'contract',
  id,
  customer: { subscribedKva, offPeak },
})

describe('the tariff of a query', () => {
  const tariff = (query: string) => read(query).tariff

  test('is the bare spot price by default, or the requested tariff', () => {
    expect(tariff('')).toEqual({ kind: 'spot', adder: 0, vatPercent: 0, offPeak: null })
    expect(tariff('adderEurPerKwh=-0.05&vatPercent=20')).toEqual({
      kind: 'spot',
      adder: -0.05,
      vatPercent: 20,
      offPeak: null,
    })
    expect(tariff('tariff=base')).toEqual(contract('base', 6))
    expect(tariff('tariff=tempo&subscribedKva=9')).toEqual(contract('tempo', 9))
    const night = [{ fromMinute: 1_320, toMinute: 360 }]
    expect(tariff('tariff=hphc&offPeak=22:00-06:00')).toEqual(contract('hphc', 6, { summer: night, winter: night }))
    expect(tariff('tariff=hphc&offPeak=22h-6h')).toEqual(tariff('tariff=hphc&offPeak=22:00-06:00'))
    expect(tariff('tariff=tempo&offPeak=22h-6h')).toEqual(contract('tempo', 6, { summer: night, winter: night }))
    const afternoon = [{ fromMinute: 780, toMinute: 1_020 }]
    expect(tariff('tariff=hphc&offPeakSummer=13h-17h&offPeakWinter=22h-6h')).toEqual(
      contract('hphc', 6, { summer: afternoon, winter: night }),
    )
  })

  test('is any contract of the table in force, and takes the parameters that its periods and its kind need', () => {
    expect(tariff('tariff=everyDay&subscribedKva=9')).toEqual(contract('everyDay', 9))
    expect(refusal('tariff=everyDay&offPeak=22h-6h')[1]).toEndWith('tariff=hphc or tariff=tempo.')
    const hours = [{ fromMinute: 720, toMinute: 840 }]
    const season = { summer: hours, winter: hours }
    expect(tariff('adder=flat&vatPercent=20')).toEqual({
      kind: 'spot',
      adder: { id: 'flat' },
      vatPercent: 20,
      offPeak: null,
    })
    expect(tariff('tariff=spot&adder=network&offPeak=12h-14h')).toMatchObject({
      adder: { id: 'network' },
      offPeak: season,
    })
  })

  test.each([
    ['tariff=base&offPeak=22:00-06:00', 'tariff=hphc or tariff=tempo.'],
    ['tariff=tempo&vatPercent=20', 'tariff=spot.'],
    ['tariff=base&adder=flat', 'tariff=spot.'],
    ['tariff=spot&subscribedKva=9', 'tariff=base or tariff=hphc or tariff=tempo or tariff=everyDay or tariff=large.'],
    ['tariff=spot&offPeak=22:00-06:00', 'tariff=hphc or tariff=tempo.'],
    ['tariff=hphc', 'such as 22:30-06:30 or 22h30-6h30.'],
    ['adder=network', 'such as 22:30-06:30 or 22h30-6h30.'],
    ['tariff=hphc&offPeak=22-6', 'such as 22:30-06:30 or 22h30-6h30.'],
    ['tariff=hphc&offPeakSummer=22h-6h', 'accepted are offPeakSummer and offPeakWinter together.'],
    ['tariff=hphc&offPeakWinter=22h-6h', 'accepted are offPeakSummer and offPeakWinter together.'],
    ['tariff=hphc&offPeak=1h-9h&offPeakWinter=22h-6h', 'accepted is offPeak, or the two others together.'],
    ['tariff=large&subscribedKva=9', '(received "9") is not valid; with tariff=large accepted is 12 or 15 or 18.'],
    ['tariff=large', '"subscribedKva" was not received; with tariff=large accepted is 12 or 15 or 18.'],
    ['tariff=base&subscribedKva=7', 'one of 3, 6, 9, 12, 15, 18, 24, 30, 36.'],
    ['tariff=zen', 'accepted is spot or base or hphc or tempo or everyDay or large.'],
    ['tariff=Tempo', 'accepted is spot or base or hphc or tempo or everyDay or large. Did you mean tempo?'],
    ['tariff=bas', '. Did you mean base?'],
    ['adder=flt', 'accepted is flat or network. Did you mean flat?'],
    ['adder=flat&adderEurPerKwh=0.1', 'accepted is one of the two.'],
  ])('%s is refused: a parameter is never ignored silently', (query, ending) => {
    const [code, detail] = refusal(query)
    expect(code).toBe('invalid_parameter')
    expect(detail).toEndWith(ending)
  })

  test('is refused before its first version and from the day on which its last one ends, because none of its prices is known', () => {
    expect(refusal('tariff=later')[1]).toStartWith(
      'Query parameter "tariff" (received "later") has no prices before 2026-12-01; accepted is base or',
    )
    const later = parseQuery(getSchedule, 'tariff=later')
    expect(readContract(later, 'spot', table, '2026-11-28').name).toBe('later')
    expect(refusal('tariff=former')).toEqual([
      'invalid_parameter',
      'Query parameter "tariff" (received "former") has no prices from 2026-11-27 on; accepted is base or hphc or tempo or everyDay or large.',
    ])
    expect(refusal('adder=gone')[1]).toBe(
      'Query parameter "adder" (received "gone") has no prices from 2026-11-27 on; accepted is flat or network.',
    )
    const query = parseQuery(getSchedule, 'adder=gone')
    expect(readContract(query, 'spot', table, '2026-11-26').tariff).toMatchObject({ adder: { id: 'gone' } })
    const gone = { ...table, adders: table.adders.filter(({ id }) => id === 'gone') }
    expect(() => readContract(query, 'spot', gone, today)).toThrow(
      expect.objectContaining({ options: { detail: expect.stringContaining('accepted is adderEurPerKwh.') } }),
    )
  })

  test('is refused with the value that was read', () => {
    expect(refusal('tariff=hphc&offPeak=22h30%20to%206h30')[1]).toStartWith(
      'Query parameter "offPeak" (received "22h30 to 6h30") is not valid; accepted is up to 3 ranges',
    )
    expect(refusal('tariff=zen')[1]).toStartWith('Query parameter "tariff" (received "zen")')
  })

  test('has a remark on off-peak hours that overlap, are empty, or are not eight hours a day', () => {
    const remark = (query: string) => read(`tariff=hphc&${query}`).unusualOffPeak
    for (const usual of [
      'offPeak=22:38-06:38',
      'offPeak=2h06-7h06,12h36-15h36',
      'offPeakSummer=2h-6h,13h-17h&offPeakWinter=22h-6h',
    ]) {
      expect([usual, remark(usual)]).toEqual([usual, null])
    }
    const all = { isOverlapping: false, hasEmptyRange: false, minutes: null }
    expect(remark('offPeak=22h-5h,4h-6h')).toEqual({ ...all, isOverlapping: true })
    expect(remark('offPeak=22h-6h,12h-12h')).toEqual({ ...all, hasEmptyRange: true })
    expect(remark('offPeak=22h-5h')).toEqual({ ...all, minutes: { summer: 420, winter: null } })
    expect(remark('offPeakSummer=22h-6h&offPeakWinter=0h-24h')).toEqual({
      ...all,
      minutes: { summer: 480, winter: 1440 },
    })
    expect(remark('offPeak=22h-22h')).toEqual({ ...all, hasEmptyRange: true, minutes: { summer: 0, winter: null } })
  })
})

test('missing off-peak hours are reported as missing, not as empty', () => {
  expect(refusal('tariff=hphc')[1]).toStartWith('Query parameter "offPeak" was not received;')
  expect(refusal('tariff=hphc&offPeak=')[1]).toStartWith('Query parameter "offPeak" (received "")')
})
