import { beforeEach, describe, expect, test } from 'bun:test'
import { CarbonAwareForecast, EvccForecast } from '@hexawatt/shared/contract/formats/export-bodies'
import { forecastSnapshot, tariffOutlookSnapshot, tariffSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import * as v from 'valibot'
import { createSampleHour, sampleFarForecast, sampleForecast, sampleTariff } from '../testing/sample-snapshots.ts'
import { readRefusal, startScoreFixture } from '../testing/score-fixture.ts'

const fixture = stopAtEnd(await startScoreFixture())

const inProgress = createSampleHour('2025-01-15T14:00:00Z', 50)
const quarterHours = [10, 20, -30, 45.67]
const priced = { ...inProgress, price: { ...inProgress.price, quarterHours } }

beforeEach(async () => {
  await fixture.reset()
  await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress: priced })
})

const rates = async (query = '', plan: 'decouverte' | 'scale' = 'scale') =>
  v.parse(EvccForecast, await (await fixture.ask(`/v1/export/evcc${query}`, plan)).json())

describe('an exported series', () => {
  test('begins with the quarter-hour in progress, from its first to its last second', async () => {
    for (const [now, start, value] of [
      ['2025-01-15T14:29:59Z', '2025-01-15T14:15:00Z', 0.02],
      ['2025-01-15T14:30:00Z', '2025-01-15T14:30:00Z', -0.03],
      ['2025-01-15T14:59:59Z', '2025-01-15T14:45:00Z', 0.04567],
      ['2025-01-15T15:00:00Z', '2025-01-15T15:00:00Z', 0.04],
    ] as const) {
      fixture.moveTo(now)
      expect((await rates())[0]).toMatchObject({ start, value })
    }
  })

  test('ends where the plan ends, counted from the quarter-hour in progress', async () => {
    const last = (await rates('', 'decouverte')).at(-1)
    expect(last?.end).toBe('2025-01-15T20:15:00Z')
    expect((await rates()).at(-1)?.end).toBe('2025-01-17T14:15:00Z')
  })

  test('reaches 72 hours only while the forecast was made with a weather forecast', async () => {
    expect((await rates('?quantity=tariff&tariff=base')).at(-1)?.end).toBe('2025-01-17T14:15:00Z')
    await fixture.store(forecastSnapshot, { ...sampleFarForecast, hourInProgress: priced })
    for (const query of ['', '?quantity=carbon', '?quantity=tariff&tariff=base']) {
      expect([query, (await rates(query)).at(-1)?.end]).toEqual([query, '2025-01-18T14:15:00Z'])
    }
    expect((await rates('', 'decouverte')).at(-1)?.end).toBe('2025-01-15T20:15:00Z')
  })

  test('stops before the first unknown value, so that a gap is not read as a value', async () => {
    const hours = sampleForecast.hours.map((hour, index) =>
      index === 2 ? { ...hour, carbonIntensityGco2Kwh: null } : hour,
    )
    await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress: priced, hours })
    expect((await rates('?quantity=carbon')).at(-1)?.end).toBe('2025-01-15T17:00:00Z')
    expect((await rates('?quantity=price')).at(-1)?.end).toBe('2025-01-17T14:15:00Z')
  })

  test('of consumption has its own values, in every format that has intensities', async () => {
    expect((await rates('?quantity=consumptionCarbon'))[0]).toMatchObject({ start: '2025-01-15T14:15:00Z', value: 27 })
    for (const [query, value] of [
      ['', 20],
      ['?quantity=consumptionCarbon', 27],
    ] as const) {
      const answer = await fixture.ask(`/v1/export/carbon-aware-sdk${query}`)
      expect(v.parse(CarbonAwareForecast, await answer.json())[0]).toMatchObject({ value })
    }
    expect(await (await fixture.ask('/v1/export/prometheus')).text()).toContain(
      'hexawatt_carbon_intensity_gco2eq_per_kwh{emissions="consumption"} 27\n',
    )
  })

  test('is empty while the present value is unknown', async () => {
    const unknown = { ...priced, carbonIntensityGco2Kwh: null }
    await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress: unknown })
    expect(await rates('?quantity=carbon')).toEqual([])
    await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress: null })
    expect(await rates()).toEqual([])
  })
})

describe('the version of an export', () => {
  const etag = async (path = '/v1/export/calendar.ics') => (await fixture.ask(path)).headers.get('etag')

  test('stays when a forecast is reissued with the same values, and changes with the next quarter-hour', async () => {
    const first = await etag()
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hourInProgress: priced,
      issuedAt: '2025-01-15T14:20:20Z',
    })
    expect(await etag()).toBe(first)
    fixture.moveTo('2025-01-15T14:30:00Z')
    expect(await etag()).not.toBe(first)
  })

  test('may be cached at most until the next quarter-hour', async () => {
    fixture.moveTo('2025-01-15T14:29:30Z')
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hourInProgress: priced,
      issuedAt: '2025-01-15T14:29:00Z',
    })
    const { headers } = await fixture.ask('/v1/export/evcc')
    expect(headers.get('cache-control')).toBe('private, max-age=30')
  })
})

describe('the exported calendar', () => {
  test('lists published white and red days that have not ended', async () => {
    const days = [
      { date: '2025-01-14', color: 'Rouge' },
      { date: '2025-01-15', color: 'Blanc' },
      { date: '2025-01-16', color: 'Bleu' },
    ] as const
    await fixture.store(tariffSnapshot, {
      mode: 'replay',
      computedAt: '2025-01-15T14:20:00Z',
      publishedAt: null,
      fetchedAt: null,
      days: [...days],
    })
    const text = await (await fixture.ask('/v1/export/calendar.ics')).text()
    expect(text.match(/UID:tariff-\S+/g)).toEqual(['UID:tariff-2025-01-15@hexawatt'])
    expect(text).toContain('DTSTART:20250115T050000Z\r\nDTEND:20250116T050000Z\r\nSUMMARY:Jour blanc (tarif')
  })

  test('lists forecast white and red days from a probability of 50 % as tentative, unless the colour is published', async () => {
    const day = (date: string, white: number, red: number) => ({
      date,
      color: null,
      probabilities: { blue: 1 - white - red, white, red },
    })
    const days = [
      day('2025-01-15', 0, 1),
      day('2025-01-16', 0.5, 0.25),
      day('2025-01-17', 0.4, 0.4),
      day('2025-01-18', 0.001, 0.998),
      // A hundred times this is a little less than 57.5 in binary.
      day('2025-01-19', 0.575, 0.2),
    ]
    await fixture.store(tariffSnapshot, { ...sampleTariff, days: [{ date: '2025-01-15', color: 'Bleu' }] })
    await fixture.store(tariffOutlookSnapshot, {
      mode: 'replay',
      issuedAt: '2025-01-15T14:00:10Z',
      outlook: { variant: 'A', stock: { red: 9, white: 21 }, days },
    })
    const text = (await (await fixture.ask('/v1/export/calendar.ics')).text()).replaceAll('\r\n ', '')
    const noted = [...text.matchAll(/UID:tariff-(\S+)@.*?SUMMARY:([^\r]+).*?STATUS:(\w+)/gs)]
    expect(noted.map(([, ...facts]) => facts)).toEqual([
      ['2025-01-16', 'Jour blanc à prévoir\\, probabilité 50 % (tarif à trois couleurs)', 'TENTATIVE'],
      ['2025-01-18', 'Jour rouge à prévoir\\, probabilité 99 % (tarif à trois couleurs)', 'TENTATIVE'],
      ['2025-01-19', 'Jour blanc à prévoir\\, probabilité 58 % (tarif à trois couleurs)', 'TENTATIVE'],
    ])
  })

  test('calls a price an estimate only beyond the auction', async () => {
    const hours = sampleForecast.hours.map((hour) =>
      hour.time < '2025-01-15T23:00:00Z' ? hour : { ...hour, price: { ...hour.price, basis: 'estimate' as const } },
    )
    await fixture.store(forecastSnapshot, { ...sampleForecast, hourInProgress: priced, hours })
    const text = (await (await fixture.ask('/v1/export/calendar.ics')).text()).replaceAll('\r\n ', '')
    const named = [...text.matchAll(/DESCRIPTION:Les 2\sheures[^\r]*(prix estimé|prix de marché) /g)].map(
      ([, name]) => name,
    )
    expect(named).toEqual(['prix de marché', 'prix estimé', 'prix estimé'])
  })

  test('never splits a window at midnight in Paris', async () => {
    const best = new Set(['2025-01-15T22:00:00Z', '2025-01-15T23:00:00Z'])
    const hours = sampleForecast.hours.map(({ time }) => createSampleHour(time, best.has(time) ? 90 : 10))
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hourInProgress: createSampleHour(priced.time, 10),
      hours,
    })
    const text = await (await fixture.ask('/v1/export/calendar.ics')).text()
    expect(text.match(/DTSTART:\S+Z/g)?.slice(0, 2)).toEqual(['DTSTART:20250115T210000Z', 'DTSTART:20250115T230000Z'])
  })

  test('takes the earliest of equally good windows within one Paris day', async () => {
    const hours = sampleForecast.hours.map(({ time }) => createSampleHour(time, 60))
    await fixture.store(forecastSnapshot, {
      ...sampleForecast,
      hourInProgress: createSampleHour(priced.time, 60),
      hours,
    })
    const text = await (await fixture.ask('/v1/export/calendar.ics')).text()
    const starts = [...text.matchAll(/UID:best-(\S+)@hexawatt\r\nDTSTAMP:\S+\r\nDTSTART:(\S+)/g)]
    expect(starts.map(([, date, start]) => [date, start])).toEqual([
      ['2025-01-15', '20250115T141500Z'],
      ['2025-01-16', '20250115T230000Z'],
      ['2025-01-17', '20250116T230000Z'],
    ])
  })
})

test('the default quantity is price; any other word is refused by name', async () => {
  expect(await rates()).toEqual(await rates('?quantity=price'))
  for (const text of ['score', 'Carbon', '']) {
    const { status, code, problem } = await readRefusal(await fixture.ask(`/v1/export/emhass?quantity=${text}`))
    expect([status, code]).toEqual([400, 'invalid_parameter'])
    expect(problem.detail).toContain('price, carbon, consumptionCarbon, tariff')
  }
})
