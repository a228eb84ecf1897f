import { beforeAll, expect, test } from 'bun:test'
import { coreBorderCountries } from '@hexawatt/shared/grid/borders'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import { createMetrics } from '@hexawatt/shared/telemetry/metrics'
import { stopAtEnd } from '@hexawatt/shared/testing/close-at-end'
import { addBorderGauges } from '../maintenance/gauges.ts'
import { createComputeFixture, utc } from '../testing/compute-fixture.ts'
import { createStatusRefresh } from './refresh-status.ts'

const areaByCountry: Readonly<Record<(typeof coreBorderCountries)[number], string>> = {
  BE: '10YBE----------2',
  CH: '10YCH-SWISSGRIDZ',
  DE: '10YCB-GERMANY--8',
  ES: '10YES-REE------0',
  GB: '10YGB----------A',
  IT: '10YIT-GRTN-----B',
}

const fixture = stopAtEnd(await createComputeFixture('2026-02-03T12:00:00'))
const metrics = createMetrics('test')
const logged: unknown[] = []
let refresh: () => Promise<void>

beforeAll(async () => {
  const logger = Object.assign(Object.create(fixture.deps.logger), {
    warn: (facts: { borders?: string[] }) => void logged.push(facts.borders),
    info: (text: string) => void logged.push(text),
  })
  const refreshStatus = createStatusRefresh()
  refresh = () => refreshStatus({ ...fixture.deps, logger })
  addBorderGauges({ ...fixture.deps, metrics })
})

/** An hour of flows at these borders becomes known. */
async function bringFlows(start: string, countries: readonly (keyof typeof areaByCountry)[]): Promise<void> {
  const slot = { slotStart: utc(start), slotEnd: utc(start).add({ hours: 1 }), updatedAt: null }
  const measurements = countries.flatMap((country) => [
    { ...slot, series: `${areaByCountry[country]}>10YFR-RTE------C`, value: 100 },
    { ...slot, series: `10YFR-RTE------C>${areaByCountry[country]}`, value: 0 },
  ])
  await fixture.bring('physical_flows', { measurements, newestSlotEnd: slot.slotEnd })
}

async function noteOfFlows(): Promise<string | null | undefined> {
  await refresh()
  const status = await fixture.snapshot(statusSnapshot)
  return status?.sources.find(({ id }) => id === 'physical_flows')?.note
}

async function ageSeconds(country: string): Promise<number | null> {
  const line = (await metrics.text()).split('\n').find((text) => text.includes(`country="${country}"`))
  return line === undefined ? null : Number(line.split(' ').at(-1))
}

test('a border without a flow for a day is named in the status, counted by a metric, and logged once', async () => {
  expect([await noteOfFlows(), await ageSeconds('GB')]).toEqual([null, null])
  await bringFlows('2026-02-03T10:00:00', coreBorderCountries)
  expect([await noteOfFlows(), await ageSeconds('GB')]).toEqual([null, 3_600])

  fixture.moveTo('2026-02-04T12:00:00')
  const others = coreBorderCountries.filter((country) => country !== 'GB')
  await bringFlows('2026-02-04T10:00:00', others)
  expect(await noteOfFlows()).toContain('No flow of the last day at the borders with GB:')
  expect([await ageSeconds('GB'), await ageSeconds('DE')]).toEqual([25 * 3_600, 3_600])
  await refresh()
  expect(logged).toEqual([['GB']])

  // A fortnight later it is not forgotten.
  fixture.moveTo('2026-02-18T12:00:00')
  await bringFlows('2026-02-18T10:00:00', others)
  expect(await noteOfFlows()).toContain('GB')
  expect(await ageSeconds('GB')).toBe(8 * 86_400)

  await bringFlows('2026-02-18T10:00:00', ['GB'])
  expect(await noteOfFlows()).toBeNull()
  expect(logged).toEqual([['GB'], 'every border has flows again'])
})
