import { beforeEach, describe, expect, test } from 'bun:test'
import { EvccForecast } from '@hexawatt/shared/contract/formats/export-bodies'
import { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { forecastSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSampleHour, sampleFarForecast, sampleTariff } from '../testing/sample-snapshots.ts'
import { createPlanHeaders, readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())
beforeEach(async () => {
  await fixture.reset()
  const hours = sampleFarForecast.hours.map((hour, index) => ({
    ...hour,
    carbonIntensityGco2Kwh: index % 24 === 12 ? 10 : 20,
  }))
  await fixture.store(forecastSnapshot, {
    ...sampleFarForecast,
    hours,
    hourInProgress: createSampleHour('2025-01-15T14:00:00Z', 0),
  })
  await fixture.store(tariffSnapshot, sampleTariff)
})

const rates = async (query: string) =>
  v.parse(EvccForecast, await (await fixture.ask(`/v1/export/evcc?quantity=tariff&${query}`)).json())
/** Prices of hphc on 1 November 2024. */
const [peak, offPeak] = [0.27, 0.2068]

describe('the price of a contract', () => {
  test('reaches 72 hours, and changes at odd minutes with the mean by time in the quarter-hour that a boundary cuts', async () => {
    const series = await rates('tariff=hphc&offPeak=22h38-6h38')
    expect(series).toHaveLength(4 * 72)
    const at = (start: string) => series.find((rate) => rate.start === start)?.value
    expect(at('2025-01-15T21:15:00Z')).toBe(peak)
    expect(at('2025-01-15T21:30:00Z')).toBeCloseTo((8 * peak + 7 * offPeak) / 15, 5)
    expect(at('2025-01-15T21:45:00Z')).toBe(offPeak)
    expect(at('2025-01-16T05:30:00Z')).toBeCloseTo((8 * offPeak + 7 * peak) / 15, 5)
  })

  test('follows the off-peak hours of the season', async () => {
    const query = 'tariff=hphc&offPeakSummer=2h-6h,13h-17h&offPeakWinter=22:00-06:00'
    const isOffPeak = (series: Awaited<ReturnType<typeof rates>>, start: string) =>
      series.find((rate) => rate.start === start)?.value === offPeak
    const winter = await rates(query)
    expect([isOffPeak(winter, '2025-01-16T13:00:00Z'), isOffPeak(winter, '2025-01-16T22:00:00Z')]).toEqual([
      false,
      true,
    ])
    // 31 October is summer by the contract, although clocks are set back before.
    fixture.moveTo('2024-10-31T00:00:00Z')
    const autumn = await rates(query)
    expect(isOffPeak(autumn, '2024-10-31T13:00:00Z')).toBe(true)
    const hphcOfSummer = await rates('tariff=hphc&offPeak=2h-6h,13h-17h')
    expect(autumn.slice(0, 4 * 23)).toEqual(hphcOfSummer.slice(0, 4 * 23))
    expect(autumn.slice(4 * 23, 4 * 30)).toEqual((await rates('tariff=hphc&offPeak=22h-6h')).slice(4 * 23, 4 * 30))
  })

  test('of Tempo takes the household’s own off-peak hours', async () => {
    const [usual, own] = [await rates('tariff=tempo'), await rates('tariff=tempo&offPeak=23h-7h')]
    const at = (series: typeof usual, start: string) => series.find((rate) => rate.start === start)?.value
    expect([at(usual, '2025-01-15T21:00:00Z'), at(own, '2025-01-15T21:00:00Z')]).toEqual([0.1486, 0.1894])
    expect(at(own, '2025-01-15T22:00:00Z')).toBe(0.1486)
  })

  test('is not answered for another contract, whichever was asked for before', async () => {
    const queries = [
      ...[
        'tariff=hphc&offPeak=22h-6h',
        'tariff=hphc&offPeak=23h-7h',
        'tariff=hphc&offPeakSummer=22h-6h&offPeakWinter=12h-20h',
      ],
      ...['tariff=base&subscribedKva=6', 'tariff=tempo', 'tariff=spot', 'tariff=spot&adderEurPerKwh=0.1'],
    ]
    for (const path of [
      '/v1/export/evcc?quantity=tariff&',
      '/v1/export/calendar.ics?',
      '/v1/schedule?energyKWh=4&durationMinutes=60&objective=cost&',
    ]) {
      const ask = async (query: string) => {
        const response = await fixture.ask(`${path}${query}`)
        return { tag: response.headers.get('etag'), text: await response.text(), status: response.status }
      }
      const first = await Promise.all(queries.map(ask))
      expect(first.map(({ status }) => status)).toEqual(queries.map(() => 200))
      expect([path, new Set(first.map(({ tag }) => tag)).size]).toEqual([path, queries.length])
      for (const [index, query] of queries.entries()) expect((await ask(query)).text).toBe(first[index]?.text ?? '')
      const other = { ...createPlanHeaders('scale'), 'if-none-match': first[0]?.tag ?? '' }
      expect((await fetch(`${fixture.url}${path}${queries[1]}`, { headers: other })).status).toBe(200)
    }
  })
})

describe('the advice of a plan', () => {
  const adviceOf = async (query: string) => {
    const path = `/v1/schedule?durationMinutes=60&objective=cost&tariff=hphc&${query}`
    const { advice } = v.parse(ScheduleResponse, await (await fixture.ask(path)).json())
    return advice.replaceAll(/[\u00a0\u202f]/g, ' ')
  }

  test('says what is unusual about off-peak hours, and nothing about eight hours a day', async () => {
    expect(await adviceOf('offPeak=22h30-6h30')).not.toMatch(/heures creuses/)
    expect(await adviceOf('offPeak=22h30-6h')).toContain(
      'vous indiquez 7 h 30 d’heures creuses par jour alors qu’un contrat en prévoit en général 8 h (le vôtre peut différer)',
    )
    expect(await adviceOf('offPeakSummer=13h-17h&offPeakWinter=22h-6h')).toContain(
      'vous indiquez 4 h d’heures creuses par jour en été et 8 h en hiver',
    )
    expect(await adviceOf('offPeak=22h-5h,4h-6h')).toContain('vos plages d’heures creuses se chevauchent')
    expect(await adviceOf('offPeak=22h-6h,12h-12h')).toContain('l’une de vos plages d’heures creuses est vide')
  })
})

describe('the calendar under a contract', () => {
  const calendar = async (query: string) =>
    (await (await fixture.ask(`/v1/export/calendar.ics?${query}`)).text()).replaceAll(/\r\n |\u00a0/g, (found) =>
      found === '\u00a0' ? ' ' : '',
    )
  const windows = (text: string) =>
    [...text.matchAll(/UID:best-(\S+)@.*?DTSTART:(\S+)/gs)].map(([, day, start]) => [day, start])

  test('has the cheapest two hours of each day with their price, of equally cheap ones those that emit least', async () => {
    const text = await calendar('tariff=hphc&offPeak=0h-8h')
    // 03:00 to 04:00 UTC emits half as much; a window of two hours around it is as good an hour earlier, and the earlier one is taken.
    expect(windows(text)[1]).toEqual(['2025-01-16', '20250116T020000Z'])
    expect(text).toContain('SUMMARY:Heures les moins chères (20\\,7 ct/kWh)')
    expect(text).toContain(
      'Les 2 heures les moins chères de la journée avec votre contrat. Prix 20\\,7 ct/kWh\\, 15 g CO₂éq/kWh',
    )
  })

  test('says that the price is the same where it is, and then has the hours that emit least', async () => {
    const text = await calendar('tariff=base')
    expect(windows(text)[1]).toEqual(['2025-01-16', '20250116T020000Z'])
    expect(text).toContain('SUMMARY:Heures les moins émettrices (25\\,2 ct/kWh)')
    expect(text).toContain('Le prix de votre contrat est le même toute la journée')
  })

  test('has white and red days only for a contract with colours, and without a contract', async () => {
    const red = 'Jour rouge'
    expect([(await calendar('tariff=tempo')).includes(red), (await calendar('')).includes(red)]).toEqual([true, true])
    expect((await calendar('tariff=base')).includes(red)).toBe(false)
  })

  test('keeps quiet hours free, with and without a contract', async () => {
    const hphc = await calendar('tariff=hphc&offPeak=0h-8h&quiet=22h-6h')
    expect(windows(hphc)[1]).toEqual(['2025-01-16', '20250116T050000Z'])
    // The score rises by the hour: the last two hours of a day are the best.
    expect(windows(await calendar(''))[1]).toEqual(['2025-01-16', '20250116T210000Z'])
    expect(windows(await calendar('quiet=20:00-24:00'))[1]).toEqual(['2025-01-16', '20250116T170000Z'])
  })

  test('refuses the parameters of a contract that is not named', async () => {
    const { status, code, problem } = await readRefusal(await fixture.ask('/v1/export/calendar.ics?offPeak=22h-6h'))
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(problem.detail).toContain('"offPeak" is not accepted without tariff')
  })
})
