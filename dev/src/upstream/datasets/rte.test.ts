import { describe, expect, test } from 'bun:test'
import { shippedRecordingsDir } from '@hexawatt/shared/testing/reference-data'
import { formatParis, parisMidnight } from '@hexawatt/shared/time/paris'
import { feedSamples, referenceSamples, samplesAsOf } from '../testing/sample-calls.ts'
import { paths, period, refusalOf, useUpstreams } from '../testing/upstream-fixture.ts'

const upstreamAt = useUpstreams()
const upstream = await upstreamAt(samplesAsOf, { enforceQuota: false })
/** Nothing was recorded at that time. */
const withoutGenerator = await upstreamAt(samplesAsOf, {
  enforceQuota: false,
  replayDir: shippedRecordingsDir,
  replayOnly: true,
})

describe.each(feedSamples)('$subject', ({ path, query }) => {
  test('a call without a token, or with an unknown one, is 401 in the operator’s error body', async () => {
    for (const authorization of ['', 'Bearer nobody-gave-me-this']) {
      const response = await upstream.get(path, query, { authorization })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        error: 'COMMON_ERROR_T01',
        error_description: expect.any(String),
        error_uri: '',
        error_details: { transaction_id: expect.stringMatching(/^Id-[0-9a-f]{24}$/) },
      })
    }
  })

  test('the same instant gives the same answer', async () => {
    const texts = [await (await upstream.get(path, query)).text(), await (await upstream.get(path, query)).text()]
    expect(texts[1]).toBe(texts[0] ?? '')
  })
})

/** What is left of the root where nothing was recorded and nothing may be generated. */
const emptyRoots: Readonly<Record<string, unknown>> = {
  tariff_calendar: { values: [] },
  installed_capacities: { values: [] },
  imbalance: [{ values: [] }],
}

describe.each([...feedSamples, ...referenceSamples])('the origin of $subject', ({ subject, path, query, rootName }) => {
  test('an answer says that it is generated, and how', async () => {
    const { headers } = await upstream.get(path, query)
    expect(headers.get('x-hexawatt-origin')).toBe('generated')
    expect(headers.get('x-hexawatt-note')).toMatch(/^[\x20-\x7e]{1,300}$/)
  })

  test('where only recordings may be served there is nothing', async () => {
    const response = await withoutGenerator.get(path, query)
    // The resource refuses a period without data.
    if (subject === 'generation_forecast') return expect(await refusalOf(response)).toEndWith('_F08')
    expect(response.headers.get('x-hexawatt-origin')).toBe('recorded')
    expect(((await response.json()) as Record<string, unknown>)[rootName]).toMatchObject(emptyRoots[subject] ?? [])
  })
})

/** A period from one Paris midnight to another. */
function days(first: string, until: string): Record<string, string> {
  const midnight = (date: string) => formatParis(parisMidnight(Temporal.PlainDate.from(date)))
  return period(midnight(first), midnight(until))
}

/** On a Friday, half past two in the afternoon in Paris. */
const afternoon = await upstreamAt('2026-07-10T12:30:00Z')
const today = days('2026-07-10', '2026-07-11')
const tomorrow = days('2026-07-11', '2026-07-12')
const halfYear = days('2026-01-01', '2026-07-10')
const utc = (first: string, until: string) => period(`${first}:00:00Z`, `${until}:00:00Z`)
const inUtc = utc('2026-07-08T22', '2026-07-10T22')
const dayAhead = { process_type: 'DA' }
const solar = { production_type: 'SOLAR', type: 'D-1' }

/** Resources by path and error prefix, with calls that they refuse. */
const refused: readonly [
  path: string,
  prefix: string,
  calls: [code: string, Record<string, string>, what: string][],
][] = [
  [paths.byType, 'ACTUALGEN_PRODTYPE', [['F01', { start_date: today['start_date'] ?? '' }, 'one bound alone']]],
  [
    paths.consumption,
    'CONSUMPTION_SHORTTERM',
    [
      ['F03', { ...halfYear, type: 'REALISED' }, 'more than 186 days'],
      ['F04', { ...days('2026-04-11', '2026-07-10'), type: 'D-1' }, '90 days of a forecast'],
      ['F04', days('2026-07-10', '2026-07-14'), 'an end beyond the day after tomorrow'],
      ['F07', { type: 'REALISED,GUESSED' }, 'an unknown type'],
      ['F07', { type: 'REALISED, ID' }, 'a blank after the comma'],
    ],
  ],
  [
    paths.weekly,
    'CONSUMPTION_WEEKLYFORECAST',
    [
      ['F03', halfYear, 'more than 155 days'],
      ['F04', days('2026-07-10', '2026-07-21'), 'an end beyond the ninth day'],
    ],
  ],
  [
    paths.forecasts,
    'GENERATIONFORECAST_FORECASTS',
    [
      ['F03', days('2026-06-18', '2026-07-10'), 'more than 21 days'],
      ['F04', days('2026-07-10', '2026-07-15'), 'an end beyond every forecast'],
      ['F07', { type: 'D-7' }, 'an unknown type'],
      ['F07', { production_type: 'WIND' }, 'an unknown production type'],
      ['F08', { ...tomorrow, ...solar }, 'a forecast before it is issued'],
      ['F08', { production_type: 'MDSE' }, 'a production type without data'],
      ['F08', { type: 'CURRENT' }, 'a type without data'],
    ],
  ],
  [
    paths.exchanges,
    'WHOLESALEMARKET_FRPOWEREXCH',
    [
      ['F03', halfYear, 'more than 155 days'],
      ['F04', days('2026-07-10', '2026-07-13'), 'the day after tomorrow'],
    ],
  ],
  [
    paths.schedules,
    'EXCHSCHED_SCHED',
    [
      ['F03', { ...utc('2026-07-01T22', '2026-07-09T22'), ...dayAhead }, 'more than seven days'],
      ['F04', { ...utc('2026-07-11T22', '2026-07-12T22'), ...dayAhead }, 'the day after tomorrow'],
      ['F07', inUtc, 'no process'],
      ['F07', { ...inUtc, process_type: 'DA,ID' }, 'two processes'],
      ['F07', { ...inUtc, process_type: 'D-1' }, 'an unknown process'],
      ['F08', { ...utc('2026-07-09T00', '2026-07-10T00'), ...dayAhead }, 'a midnight of UTC'],
      ['F08', { ...utc('2026-07-08T23', '2026-07-09T23'), ...dayAhead }, 'the offset of winter in summer'],
      ['F08', { ...today, ...dayAhead }, 'a Paris midnight with its offset'],
    ],
  ],
  [
    paths.outages,
    'UNADINFO_GENUN',
    [
      ['F07', { date_type: 'YESTERDAY' }, 'an unknown date type'],
      ['F07', { last_version: '1' }, 'a last version that is no boolean'],
      ['F07', { event_status: 'ACTIVE,GONE' }, 'an unknown status'],
    ],
  ],
  [paths.capacities, 'GENINSTCAP_CAPPRODTYPE', [['F03', days('2020-01-01', '2026-01-01'), 'more than five years']]],
  [
    paths.imbalance,
    'BALANCENERGY_IMBDATA',
    [
      ['F03', days('2026-06-01', '2026-07-08'), 'more than 31 days'],
      ['F04', days('2026-07-10', '2026-07-12'), 'an end beyond today'],
    ],
  ],
  [
    paths.tariff,
    'TMPLIKSUPCON_TMPLIKCAL',
    [
      ['F01', { start_date: today['start_date'] ?? '' }, 'one bound alone'],
      ['F02', days('2026-01-10', '2026-01-09'), 'start after end'],
      ['F03', days('2025-01-09', '2026-01-11'), 'more than 366 days'],
      ['F04', days('2026-07-10', '2026-07-13'), 'an end beyond D+2'],
      ['F05', period('2026-01-10T00:00:00+01:00', '2026-01-10T23:59:59+01:00'), 'less than a day'],
      ['F06', period('2026-01-10T00:00:00+01:00', '2026-01-12T00:00:00'), 'no offset'],
      ['F07', { fallback_status: 'yes' }, 'a fallback status that is no boolean'],
    ],
  ],
]

describe.each(refused)('%s refuses with %s', (path, prefix, calls) => {
  test.each(calls)('_%s, %o: %s', async (code, query) => {
    expect(await refusalOf(await afternoon.get(path, query))).toBe(`400 ${prefix}_${code}`)
  })
})
