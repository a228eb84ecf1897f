import { expect, test } from 'bun:test'
import { createGridSource } from '@hexawatt/dev/src/upstream/source.ts'
import type { Series } from '@hexawatt/dev/src/upstream/subjects/grid-source.ts'
import { flowRangeMw, generationRangeMw } from '@hexawatt/svc-ingest/src/feeds/plausible-ranges.ts'

const aYearOn = Temporal.Instant.from('2027-01-01T00:00:00Z')
const source = createGridSource({ clock: { now: () => aYearOn } })

/** Every value of a subject over 2026. */
async function yearOf(subject: 'generation_by_type' | 'physical_flows'): Promise<readonly Series[]> {
  const fromEpochMs = Temporal.Instant.from('2026-01-01T00:00:00Z').epochMilliseconds
  const { content } = await source.slots(subject, { fromEpochMs, untilEpochMs: aYearOn.epochMilliseconds })
  return content
}

test('the plausibility check believes every hour that the demo generator makes', async () => {
  const implausible = (await yearOf('generation_by_type'))
    .filter(({ key }) => key !== 'TOTAL')
    .flatMap(({ key, slots }) => {
      const { minMw, maxMw } = generationRangeMw(key)
      return slots.filter(({ powerMw }) => powerMw < minMw || powerMw > maxMw).map(({ powerMw }) => `${key} ${powerMw}`)
    })
  expect(implausible).toEqual([])
})

test('the plausibility check believes every flow that the demo generator makes', async () => {
  const { minMw, maxMw } = flowRangeMw()
  const series = await yearOf('physical_flows')
  expect(series.length).toBeGreaterThan(5)
  const powers = series.flatMap(({ slots }) => slots.map(({ powerMw }) => powerMw))
  expect(powers.filter((powerMw) => powerMw < minMw || powerMw > maxMw)).toEqual([])
})
