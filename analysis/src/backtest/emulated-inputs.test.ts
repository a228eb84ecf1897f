import { describe, expect, test } from 'bun:test'
import { hourMs } from '@hexawatt/shared/time/instant'
import { toSpanMs } from '../recorded/recorded-hours.ts'
import { createMadeUpRecord } from '../testing/made-up-record.ts'
import { createAnalogInputs, groupBySeries } from './analog-inputs.ts'
import { emulatedInputs, recordedOnly } from './emulated-inputs.ts'
import { computeDayAheadKnownUntilMs, computeGenerationKnownUntilMs } from './forecast-inputs.ts'
import { replayIssue } from './replayed-issue.ts'
import { collectRealisedValues } from './run-backtest.ts'

const day = Temporal.PlainDate.from
const span = toSpanMs(day('2024-03-01'), day('2024-03-31'))
const record = createMadeUpRecord(span)
const series = groupBySeries(record)
const morning = Temporal.Instant.from('2024-03-27T05:00:00Z')
const evening = Temporal.Instant.from('2024-03-27T20:00:00Z')
const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds
const everything = new Set(emulatedInputs)

describe('emulated inputs', () => {
  test('none equals the record, without anything beyond its publication', () => {
    const inputs = createAnalogInputs(series, morning, recordedOnly)
    expect(inputs.generation.knownUntilMs).toBe(computeGenerationKnownUntilMs(morning))
    expect(inputs.windAndSun.solar.publishedUntilMs).toBe(computeDayAheadKnownUntilMs('generationForecast', morning))
    expect(inputs.windAndSun.windOnshore.byHour.get(at('2024-03-28T12:00:00Z'))).toBeUndefined()
  })

  test('fresh-hour knows the hour that has just ended and none after it', () => {
    const { mwByType, knownUntilMs } = createAnalogInputs(series, morning, everything).generation
    expect(knownUntilMs).toBe(morning.epochMilliseconds)
    const recorded = series.generationMwByType.get('NUCLEAR')
    expect(mwByType['NUCLEAR']?.get(knownUntilMs - hourMs)).toBe(recorded?.get(knownUntilMs - hourMs) ?? Number.NaN)
    expect(mwByType['NUCLEAR']?.get(knownUntilMs)).toBeUndefined()
  })

  test('weather and load reach beyond 48 hours, and published values stay unchanged', () => {
    for (const now of [morning, evening]) {
      const [emulated, recorded] = [createAnalogInputs(series, now, everything), createAnalogInputs(series, now)]
      for (const input of [
        (inputs: typeof emulated) => inputs.windAndSun.windOnshore,
        (inputs: typeof emulated) => inputs.load,
      ]) {
        const { byHour, publishedUntilMs } = input(emulated)
        const before = input(recorded)
        expect(publishedUntilMs).toBeGreaterThan(now.epochMilliseconds + 48 * hourMs)
        for (let lead = 1; lead <= 48; lead += 1) {
          const startMs = now.epochMilliseconds + lead * hourMs
          const value = byHour.get(startMs)
          expect(value).toBeGreaterThan(0)
          if (startMs < before.publishedUntilMs) expect(value).toBe(before.byHour.get(startMs) ?? Number.NaN)
        }
      }
    }
  })

  test('errors grow with the horizon and are reproducible', () => {
    const recorded = series.forecastMwByType.get('D-1/WIND_ONSHORE')
    /** Root mean square of the relative error over the noons of March, at the `daysAhead`th day of an issue in the morning. */
    const errorAt = (daysAhead: number): number => {
      const errors = Array.from({ length: 24 }, (_, index) => {
        const now = morning.subtract({ hours: index * 24 })
        const startMs = now.epochMilliseconds + (daysAhead * 24 + 7) * hourMs
        const inputs = createAnalogInputs(series, now, everything)
        expect(createAnalogInputs(series, now, everything).windAndSun.windOnshore.byHour.get(startMs)).toBe(
          inputs.windAndSun.windOnshore.byHour.get(startMs) ?? Number.NaN,
        )
        return (inputs.windAndSun.windOnshore.byHour.get(startMs) ?? 0) / (recorded?.get(startMs) ?? Number.NaN) - 1
      }).filter((error) => !Number.isNaN(error))
      return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)
    }
    // 0.169·√(1.25² − 1) = 13 % on top of D-1's error, and 20 % for the day after it.
    expect(errorAt(1)).toBeWithin(0.08, 0.18)
    expect(errorAt(2)).toBeWithin(0.13, 0.28)
    expect(errorAt(2)).toBeGreaterThan(errorAt(1))
  })

  test('naive methods know the same newest hour as the product', async () => {
    const realised = collectRealisedValues(record, {
      fromMs: morning.epochMilliseconds,
      toMs: morning.epochMilliseconds + hourMs,
    })
    async function flatOf(emulation: ReadonlySet<(typeof emulatedInputs)[number]>) {
      const { hours } = await replayIssue(record, realised, morning, series, { emulation })
      return hours.intensity[0]?.predicted.flat
    }
    expect(await flatOf(everything)).toBe(realised.intensity.get(morning.epochMilliseconds - hourMs) ?? null)
    expect(await flatOf(recordedOnly)).toBe(realised.intensity.get(morning.epochMilliseconds - 2 * hourMs) ?? null)
  })
})
