import { describe, expect, test } from 'bun:test'
import { readCommandLine } from '@hexawatt/shared/command-line/command-line'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { feedsCommandLine } from './feeds-command.ts'
import { formatGaps, formatStatus } from './feeds-text.ts'

const status: StatusResponse = {
  mode: 'demo',
  generatedAt: '2026-02-03T12:05:00Z',
  history: { knownDays: 31, wantedDays: 365, state: 'loading', forecastReady: true },
  sources: [
    {
      id: 'generation_by_type',
      lastSuccess: '2026-02-03T12:00:00Z',
      source: 'rte',
      licence: null,
      newestSlot: '2026-02-03T11:00:00Z',
      lagMinutes: 65,
      expectedNext: '2026-02-03T13:00:00Z',
      consecutiveFailures: 0,
      demo: true,
      note: null,
    },
    {
      id: 'power_exchanges',
      lastSuccess: '2026-02-03T12:00:00Z',
      source: 'rte',
      licence: null,
      newestSlot: '2026-02-04T23:00:00Z',
      lagMinutes: -2_095,
      expectedNext: null,
      consecutiveFailures: 2,
      demo: false,
      note: 'hourly',
    },
    {
      id: 'imbalance',
      lastSuccess: null,
      source: null,
      licence: null,
      newestSlot: null,
      lagMinutes: null,
      expectedNext: null,
      consecutiveFailures: 0,
      demo: false,
      note: null,
    },
  ],
}

test('the status is a table with a row per source, and an unknown value is a dash', () => {
  expect(formatStatus(status).split('\n')).toEqual([
    'demo data, as of 2026-02-03T12:05:00Z',
    'history: 31 of 365 days, loading',
    '',
    'SOURCE              LAST SUCCESS          NEWEST SLOT           LAG         EXPECTED NEXT         FAILURES  DATA       NOTE',
    'generation_by_type  2026-02-03T12:00:00Z  2026-02-03T11:00:00Z  65 min      2026-02-03T13:00:00Z  0         demo',
    'power_exchanges     2026-02-03T12:00:00Z  2026-02-04T23:00:00Z  35 h ahead  -                     2         published  hourly',
    'imbalance           never                 -                     -           -                     0         -',
  ])
})

test('gaps are a table of incomplete days with a line per feed', () => {
  const dayOf = (text: string, presentMinutes: number) => ({
    feed: 'generation_mix_15min' as const,
    day: Temporal.PlainDate.from(text),
    expectedMinutes: 1_380,
    presentMinutes,
    slotMinutes: 15,
  })
  const days = [dayOf('2025-03-30', 1_365), dayOf('2025-03-31', 1_380)]
  const attempts = new Map([['2025-03-30', { attempts: 5, sinceHours: 3 }]])
  expect(formatGaps([{ feed: 'generation_mix_15min', days, attempts }]).split('\n')).toEqual([
    'FEED                  DAY         STORED       REQUESTED AGAIN',
    'generation_mix_15min  2025-03-30  91/92 slots  5 times, given up',
    '',
    'generation_mix_15min: 1 of 2 days complete',
  ])
})

describe('the feeds command line', () => {
  test('reads the slot and the feed of a trace', () => {
    const argv = ['trace', '--feed', 'imbalance', '--slot', '2025-01-15T12:00:00Z', '--series', 'TREND']
    expect(readCommandLine(feedsCommandLine, argv)).toEqual({
      kind: 'trace',
      feed: 'imbalance',
      slot: Temporal.Instant.from('2025-01-15T12:00:00Z'),
      series: 'TREND',
    })
  })

  test.each([
    [[], 'status, gaps, probe, trace, payload'],
    [['coal'], 'status, gaps, probe, trace, payload'],
    [['status', '--repair'], "Unknown option '--repair'"],
    [['trace', '--feed', 'imbalance'], "Required option '--slot' not specified"],
    [['trace', '--slot', '2025-01-15T12:00:00Z'], 'trace takes one --feed'],
    [
      ['trace', '--feed', 'imbalance', '--feed', 'consumption', '--slot', '2025-01-15T12:00:00Z'],
      'trace takes one --feed',
    ],
    [['gaps', '--feed', 'coal'], 'not "coal"'],
    [['gaps', '--from', 'yesterday'], 'takes a date'],
    [['payload', '../x'], 'id takes the number of one payload'],
    [['gaps', 'more'], "Too many arguments for 'gaps'. Expected 0 arguments but got 1: more"],
  ])('%j is refused with one sentence', (argv, reason) => {
    expect(() => readCommandLine(feedsCommandLine, argv)).toThrow(reason)
  })
})
