import { beforeAll, describe, expect, test } from 'bun:test'
import { shippedConstants } from '@hexawatt/shared/methodology/forecast/forecast-constants'
import {
  findReferenceData,
  reportSkippedReferenceData,
  shippedRecordingsDir,
} from '@hexawatt/shared/testing/reference-data'
import { useTestDatabase } from '@hexawatt/shared/testing/use-test-database'
import { groupBySeries } from '../backtest/analog-inputs.ts'
import { readRecord } from '../recorded/read-record.ts'
import { findRecordFolder } from '../recorded/record-folder.ts'
import { type GridRecord, toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { runProgram } from '../testing/run-program.ts'
import { mergeRecords, readArchive } from './archive-store.ts'
import { addFitSamples, createFitSums, solveConstants } from './fit-constants.ts'
import { fitRecord } from './refit-report.ts'

const day = Temporal.PlainDate.from
const record = await readRecord(findRecordFolder(shippedRecordingsDir))

describe('a fit of the shipped weeks', () => {
  const fit = fitRecord(record)

  test('holds out the last quarter: its values change only the fit of everything', () => {
    const { fromMs } = fit.heldOut
    const generation = new Map(
      [...record.generation].map(([startMs, slots]) => {
        const factor = startMs < fromMs ? 1 : 2
        return [startMs, slots.map((slot) => ({ ...slot, value: factor * slot.value }))] as const
      }),
    )
    const changed = fitRecord({ ...record, generation })
    expect(changed.fitted).toEqual(fit.fitted)
    expect(changed.fittedOnAll).not.toEqual(fit.fittedOnAll)
  })

  test('has samples, and constants of the shipped form', () => {
    expect(fit.samples.mix).toBeGreaterThan(10_000)
    expect(Object.keys(fit.fitted.priceCoefficients)).toEqual(Object.keys(shippedConstants.priceCoefficients))
    expect(Object.values(fit.fitted.deviationWeights).flat(2)).toHaveLength(162)
    expect(fit.fitted.deviationWeights).not.toEqual(shippedConstants.deviationWeights)
  })
})

const { sql } = await useTestDatabase()

describe('the archive of an installation', () => {
  const stored = createMadeUpRecord(toSpanMs(day('2024-01-05'), day('2024-02-20')))

  beforeAll(async () => {
    await sql`create table feed_values_of_test partition of feed_values default`
  })

  test('is refused when empty, with the remedy', async () => {
    await expect(readArchive(sql)).rejects.toThrow('bun run backfill')
  })

  test('is read as the stored record, each slot in its newest version', async () => {
    const feeds = {
      generation_by_type: stored.generation,
      generation_forecast: stored.generationForecast,
      consumption: stored.consumption,
      power_exchanges: stored.price,
    }
    for (const [feed, hours] of Object.entries(feeds)) {
      const rows = [...hours.values()].flat().map(({ series, slotStart, slotEnd, value }) => {
        return { feed, series, slot_start: slotStart.toString(), slot_end: slotEnd.toString(), value }
      })
      // An older version of each slot, and a series that no fit reads.
      const others = rows.flatMap((row) => [
        { ...row, value: -1, age: 1 },
        ...(feed === 'consumption' ? [{ ...row, series: 'ID', value: 1, age: 0 }] : []),
      ])
      const all = JSON.stringify([...rows.map((row) => ({ ...row, age: 0 })), ...others])
      await sql`
        insert into feed_values (feed, series, slot_start, slot_end, value, known_from, payload_id)
        select feed, series, slot_start, slot_end, value, slot_end - age * interval '1 hour', 1
        from jsonb_to_recordset(${all}::text::jsonb) as row (feed text, series text, slot_start timestamptz, slot_end timestamptz,
          value double precision, age integer)`
    }
    const read = await readArchive(sql)
    const plain = (one: GridRecord) => ({
      generation: groupBySeries(one).generationMwByType,
      forecasts: groupBySeries(one).forecastMwByType,
      load: groupBySeries(one).loadMw,
      price: groupBySeries(one).priceEurPerMwh,
    })
    expect(plain(read)).toEqual(plain(stored))
  })

  test('is refused when too short, with its number of days', () => {
    expect(() => fitRecord(stored)).toThrow('A fit needs 60 days of recorded generation, and there are 47.')
  })

  test('takes precedence over recordings when merged', () => {
    const other = createMadeUpRecord(toSpanMs(day('2024-01-01'), day('2024-01-06')), 5)
    const merged = mergeRecords(other, stored)
    expect(merged.price.size).toBe(stored.price.size + 4 * 24)
    const shared = toSpanMs(day('2024-01-05'), day('2024-01-05')).fromMs
    expect(merged.price.get(shared)).toEqual(stored.price.get(shared))
  })
})

const folder = findReferenceData()
if (folder === null) reportSkippedReferenceData('the fit of the recorded years')

test.skipIf(folder === null)('a fit of recorded months comes close to the shipped weights of two years', async () => {
  const series = groupBySeries(await readRecord(findRecordFolder(folder)))
  const sums = createFitSums()
  addFitSamples(series, toSpanMs(day('2024-09-01'), day('2024-11-30')), () => [sums])
  const { NUCLEAR, FOSSIL_GAS } = solveConstants(sums).deviationWeights
  for (const [fitted, shipped] of [
    [NUCLEAR[0], shippedConstants.deviationWeights.NUCLEAR[0]],
    [FOSSIL_GAS[0], shippedConstants.deviationWeights.FOSSIL_GAS[0]],
  ] as const) {
    for (const [index, weight] of (shipped ?? []).entries()) {
      expect(Math.abs((fitted?.[index] ?? Number.NaN) - weight)).toBeLessThan(0.25)
    }
  }
})

describe('bun run refit', () => {
  const run = (...args: string[]) => runProgram('refit/cli.ts', args, { PATH: Bun.env['PATH'] ?? '' })

  test('prints help with an example, and says what --archive needs', async () => {
    expect(await run('--help')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('bun run refit --archive'),
    })
    expect(await run('--archive')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'DATABASE_URL is not set: start the product with "bun run up", or set it.\n',
    })
  })

  test('prints shipped and fitted constants and their held-out errors as JSON', async () => {
    const { exitCode, stdout } = await run('--data', shippedRecordingsDir, '--json')
    expect(exitCode).toBe(0)
    const report = JSON.parse(stdout)
    expect(report.shipped).toEqual(JSON.parse(JSON.stringify(shippedConstants)))
    expect(report.fitted).not.toEqual(report.shipped)
    for (const set of ['shipped', 'fitted']) {
      expect(report.figures[set].intensity.mae).toHaveLength(3)
      expect(report.figures[set].intensity.mae[0]).toBeWithin(0.5, 10)
    }
  }, 120_000)
})
