import { coreProductionTypes } from '@hexawatt/shared/grid/production-types'
import { hourMs, hourStart } from '@hexawatt/shared/time/instant'
import { addParisDays, toParisYearStart } from '@hexawatt/shared/time/paris'
import { UpstreamError } from '@hexawatt/shared/upstream/upstream-error'
import * as v from 'valibot'
import type { FeedContent, Measurement, Normalised } from '../definition/content.ts'
import { readPayload } from '../definition/operator-payload.ts'
import { readEach } from '../definition/records.ts'
import { type Answer, buildOpenCall, readJson, type Source } from '../definition/source.ts'
import { splitWindow, type Window } from '../definition/window.ts'
import {
  buildChartCall,
  readChart,
  requireUnit,
  type Series,
  toMeasurements,
  toMegawatts,
  toSeriesName,
} from './answer.ts'
import { isNotGeneration, typeByName } from './production-names.ts'

const biomass = 'biomass'
const load = 'load'
/** Parts of names of further series of installed power: plans, and solar power on the AC side of inverters. */
const otherCapacities = /planned|_ac$|_ac_|\(ac\)/
/** About 300 MW in France, and in none of these figures. */
const biogasSeries = 'BIOMASS/BIOGAS'

const standInDays = 1
const maxDays = 8

/** Output by type and load, which stand in for the mix while its better sources are dead: figures of the same origin, some hours later. */
export const energyChartsGeneration: Source = {
  id: 'energy_charts_generation',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { minutes: [25] } },
  fills: ['generation_mix_15min', 'consumption'],
  absent: { status: 404 },
  calls: ({ now }) =>
    listGenerationCalls({ start: addParisDays(now, -standInDays), end: hourStart(now).add({ hours: 1 }) }),
  backfillCalls: listGenerationCalls,
  read: (answer) => ({ feeds: readGeneration(answer) }),
  expected: {
    contentType: 'json',
    members: ['unix_seconds', 'production_types', 'deprecated'],
    newest: { feed: 'generation_mix_15min', minSeries: 11, maxLagMs: 5 * hourMs },
  },
}

function listGenerationCalls(window: Window) {
  return splitWindow(window, maxDays).map(({ start, end }) =>
    buildChartCall('/public_power', { country: 'fr' }, start, end),
  )
}

/** An unknown type is left out and reported. A missing type that always produces is a fault, because it was probably renamed. */
function readGeneration({ body, query }: Answer): FeedContent[] {
  const answer = readChart(body, query)
  requireUnit(answer, 'MW')
  const of = (values: Series['values'], series: string) => toMeasurements(answer, values, series)
  const named = answer.series.map(({ name, values }) => ({ name: toSeriesName(name), values }))
  const mix = named.flatMap(({ name, values }) => {
    if (name === biomass) {
      // The mix of this publisher sums up without biogas. Left out, the series would make every hour incomplete as long as better publishers' values
      // with biogas are in sight: nothing would stand in.
      const withoutBiogas = values.map((value) => (value === null ? null : 0))
      return [...of(values, 'BIOMASS/BIOMASS'), ...of(withoutBiogas, biogasSeries)]
    }
    const series = typeByName.get(name)
    return series === undefined ? [] : of(values, series)
  })
  const realised = named.flatMap(({ name, values }) => (name === load ? of(values, 'REALISED') : []))
  const names = named.map(({ name }) => name)
  const types = names.map((name) => typeByName.get(name))
  const missing = [
    ...coreProductionTypes.filter((type) => !types.includes(type)),
    ...(names.includes(load) ? [] : [load]),
  ]
  const { unreadable: unreadableSlots, reasons } = answer
  return [
    {
      feed: 'generation_mix_15min',
      normalised: {
        ...readContent(mix),
        unreadableSlots,
        reasons,
        newElements: names.filter(isUnknown).map((name) => `production type ${name}`),
        ...(answer.starts.length === 0 || missing.length === 0
          ? {}
          : { fault: `the answer has no series of ${missing.join(', ')}` }),
      },
    },
    { feed: 'consumption', normalised: readContent(realised) },
  ]
}

function isUnknown(name: string): boolean {
  return !typeByName.has(name) && name !== biomass && !isNotGeneration(name) && name !== 'others'
}

/** Types and their values are not parsed yet: an odd one does not discard the others. */
const InstalledPower = v.object({ time: v.array(v.unknown()), production_types: v.array(v.unknown()) })
const InstalledType = v.object({ name: v.string(), data: v.nullish(v.array(v.unknown()), []) })

/** Installed capacities by year, in sub-types. Years that are planned, and batteries, are left out. */
export const energyChartsCapacities: Source = {
  id: 'energy_charts_capacities',
  publisher: 'energy-charts',
  rhythm: { kind: 'times', at: { paris: ['05:10'] } },
  fills: ['installed_capacities'],
  absent: { status: 404 },
  calls: () => [buildOpenCall('/installed_power', { country: 'fr', time_step: 'yearly' })],
  read: (answer) => ({ feeds: readCapacities(answer) }),
  expected: {
    contentType: 'json',
    members: ['time', 'production_types', 'deprecated'],
    newest: { feed: 'installed_capacities', minSeries: 8, maxLagMs: null },
  },
}

function readCapacities(answer: Answer): FeedContent[] {
  const { time, production_types } = readPayload(InstalledPower, readJson(answer))
  const types = readEach(InstalledType, production_types)
  let odd = types.unreadable
  const measurements = types.readable.flatMap(({ name, data }) => {
    const series = toSeriesName(name) === biomass ? 'BIOMASS' : typeByName.get(toSeriesName(name))
    if (series === undefined) return []
    return time.flatMap((text, at): Measurement[] => {
      const valueGw = data?.[at] ?? null
      // Columns of plans are named by texts, not by years.
      if (valueGw === null || !/^\d{4}$/.test(String(text))) return []
      if (typeof valueGw !== 'number') {
        odd++
        return []
      }
      const year = Number(text)
      const slot = { slotStart: toParisYearStart(year), slotEnd: toParisYearStart(year + 1), updatedAt: null }
      return [{ ...slot, series, value: toMegawatts(valueGw) }]
    })
  })
  if (production_types.length > 0 && measurements.length === 0) {
    throw new UpstreamError('unusable', `none of ${production_types.length} types is known and has a year`)
  }
  const newElements = types.readable
    .map(({ name }) => toSeriesName(name))
    .filter((name) => isUnknown(name) && !otherCapacities.test(name))
    .map((name) => `production type ${name}`)
  return [
    {
      feed: 'installed_capacities',
      normalised: { ...readContent(measurements), unreadableSlots: odd, reasons: types.reasons, newElements },
    },
  ]
}

function readContent(measurements: Measurement[]): Normalised {
  return { measurements, documents: [], unreadableSlots: 0 }
}
