import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { findReferenceData, reportSkippedReferenceData } from '@hexawatt/shared/testing/reference-data'
import { type RecordedColors, readRecordedColors } from '../recorded/recorded-colors.ts'
import { writeColorBacktest } from './color-backtest-text.ts'
import { completeRecordedColors } from './reconstructed-days.ts'
import { type ColorMethod, runColorBacktest } from './run-color-backtest.ts'

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the figures of docs/methodology/accuracy-figures.md')

const documented = await Bun.file(join(import.meta.dir, '../../../docs/methodology/accuracy-figures.md')).text()

/** Brier scores of the first implementation for J+2 to J+6 (A: left out season by season), and how far a second implementation may be from them. */
const specified: Partial<Record<ColorMethod, { brier: readonly number[]; within: number }>> = {
  A: { brier: [0.074, 0.099, 0.115, 0.129, 0.146], within: 0.005 },
  B: { brier: [0.131, 0.16, 0.17, 0.176, 0.18], within: 0.003 },
  C: { brier: [0.132, 0.16, 0.169, 0.175, 0.179], within: 0.003 },
}

const seasons = Array.from({ length: 11 }, (_, index) => 2014 + index)
/** Forty seconds of computing; longer where other programs compute too. */
const timeoutMs = 600_000

describe.skipIf(folder === null)('docs/methodology/accuracy-figures.md', () => {
  let recorded: RecordedColors

  beforeAll(async () => {
    recorded = await readRecordedColors(folder ?? '')
  })

  test(
    'has the figures of a new run, with the Brier scores of the first implementation',
    () => {
      const results = runColorBacktest(recorded, seasons, 2)
      expect(documented).toContain(writeColorBacktest(results))
      for (const [method, { brier, within }] of Object.entries(specified)) {
        const scored = results[method as ColorMethod].slice(1, 6)
        expect(scored).toHaveLength(brier.length)
        for (const [index, { brier: ours }] of scored.entries()) {
          expect(Math.abs((ours ?? Number.NaN) - (brier[index] ?? Number.NaN))).toBeLessThanOrEqual(within)
        }
      }
    },
    timeoutMs,
  )

  test('has the figures of the season that was not used for fitting', async () => {
    const results = runColorBacktest(await completeRecordedColors(folder ?? '', recorded), [2025], 2)
    expect(documented).toContain(writeColorBacktest(results))
    const [, second, , fourth, , sixth, , , ninth] = results.weather
    for (const [of, most] of [
      [second, 0.2],
      [fourth, 0.21],
      [sixth, 0.26],
      [ninth, 0.29],
    ] as const) {
      expect(of?.brier ?? Number.NaN).toBeLessThan(most)
    }
    // On the days with known net load the weather beats the colours alone at every lead, also on the first day with the shipped scale.
    for (const [lead, { brier }] of results.C.entries()) {
      expect(results.weather[lead]?.brier ?? Number.NaN).toBeLessThan(brier ?? Number.NaN)
      expect(results.firstDayShipped[lead]?.brier ?? Number.NaN).toBeLessThan(
        (results.weather[lead]?.brier ?? 0) + 0.015,
      )
    }
  })
})
