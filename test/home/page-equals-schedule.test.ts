import { describe, expect, test } from 'bun:test'
import { indexKnownColors } from '@hexawatt/shared/answers/outlook-body'
import type { ScheduleResponse } from '@hexawatt/shared/contract/planning/schedule'
import { scheduleParameters } from '@hexawatt/shared/contract/query/schedule-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { defaultWeighting } from '@hexawatt/shared/http/weighting-query'
import { roundServedFigures } from '@hexawatt/shared/methodology/schedule/shown-figures'
import { shippedTable } from '@hexawatt/shared/methodology/tariffs/shipped-contracts'
import { createTariffPricer } from '@hexawatt/shared/methodology/tariffs/tariff-prices'
import { createPlanInputs } from '@hexawatt/svc-score/src/schedule/plan-inputs.ts'
import { toScheduleQuery } from '@hexawatt/svc-score/src/schedule/schedule-query.ts'
import { createScheduleResponse } from '@hexawatt/svc-score/src/schedule/schedule-response.ts'
import { type ContractChoice, defaultContract } from '@hexawatt/svc-web/src/kit/contract-choice.ts'
import { applianceIds, appliances } from '@hexawatt/svc-web/src/pages/home/plan/appliances.ts'
import { type PlanChoice, writeChoice } from '@hexawatt/svc-web/src/pages/home/plan/choice.ts'
import { listAdders, selectContractTable } from '@hexawatt/svc-web/src/pages/home/plan/contract-table.ts'
import { makePagePlan, type PagePlan } from '@hexawatt/svc-web/src/pages/home/plan/page-plan.ts'
import { readChoice } from '@hexawatt/svc-web/src/pages/home/plan/read-choice.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { type MadeUpForecast, makeUpForecast } from './testing/made-up-forecast.ts'

const query = v.object(scheduleParameters)

/** Instants in all seasons, on the days of both clock changes, around midnight and 06:00. */
const instants = [
  ...['2026-02-03T18:07:00Z', '2026-07-14T21:59:00Z', '2026-03-28T22:40:00Z', '2026-03-29T00:20:00Z'],
  ...[
    '2026-10-24T23:10:00Z',
    '2026-10-25T04:31:00Z',
    '2026-10-31T20:14:00Z',
    '2026-01-31T22:46:00Z',
    '2026-04-30T04:44:00Z',
  ],
] as const

const clock = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
})
const range = fc
  .tuple(clock, clock)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => `${from}-${to}`)
const ranges = (most: number) => fc.array(range, { minLength: 1, maxLength: most }).map((list) => list.join(','))

const contracts: fc.Arbitrary<ContractChoice> = fc.oneof(
  fc.constant(defaultContract),
  fc.constant({ ...defaultContract, tariff: 'tempo' as const }),
  ranges(3).map((offPeak) => ({ ...defaultContract, tariff: 'hphc' as const, offPeak })),
  fc.tuple(ranges(3), ranges(3)).map(([summer, winter]) => ({
    ...{ ...defaultContract, tariff: 'hphc' as const },
    offPeakBySeason: { summer, winter },
  })),
  fc.tuple(fc.integer({ min: -50, max: 200 }), fc.constantFrom(0, 5.5, 20)).map(([cents, vatPercent]) => ({
    ...{ ...defaultContract, tariff: 'spot' as const, vatPercent },
    adderEurPerKwh: cents / 1_000,
  })),
  ranges(2).map((offPeak) => ({
    ...defaultContract,
    tariff: 'spot' as const,
    adder: 'turpe-cu4',
    vatPercent: 20,
    offPeak,
  })),
)

const choices: fc.Arbitrary<PlanChoice> = fc.record({
  appliance: fc.constantFrom(...applianceIds),
  energyKWh: fc.integer({ min: 1, max: 400 }).map((tenths) => tenths / 10),
  powerKW: fc.integer({ min: 3, max: 110 }).map((tenths) => tenths / 10),
  readyBy: fc.oneof(clock, fc.constant('any')),
  quiet: fc.constantFrom(
    [],
    [{ fromMinute: 1_320, toMinute: 420 }],
    [
      { fromMinute: 1_325, toMinute: 367 },
      { fromMinute: 720, toMinute: 840 },
    ],
  ),
  contract: contracts,
  objective: fc.constantFrom(null, 'cost', 'carbon', 'score'),
})

/** The plan of `/v1/schedule` for the choice as the page writes it into its address; null where the load does not fit. */
function schedule(made: MadeUpForecast, choice: PlanChoice, objective: string): ScheduleResponse | null {
  const { now, forecast, tariff, tariffOutlook } = made
  const terms = writeChoice(choice)
  const latest = findLatest(made, choice)
  const asked = Object.fromEntries(
    [...terms].filter(([name]) => !['appliance', 'readyBy', 'energyKWh', 'powerKW'].includes(name)),
  )
  const parsed = v.parse(query, {
    ...asked,
    ...{ energyKWh: String(choice.energyKWh), powerKW: String(choice.powerKW), objective },
    maxSegments: String(appliances[choice.appliance].maxSegments),
    ...(latest === null ? { latest: '2030-01-01T00:00:00Z' } : { latest: latest.toString() }),
  })
  const nowMs = now.epochMilliseconds
  const momentMs = Math.floor(nowMs / 900_000) * 900_000
  const horizonMs = momentMs + 900_000 + (forecast.hours.length > 60 ? 72 : 48) * 3_600_000
  const scheduleQuery = toScheduleQuery(parsed, shippedTable, nowMs, horizonMs)
  const basis = {
    inputs: createPlanInputs(forecast, null, null, momentMs),
    weighting: defaultWeighting,
    pricer: createTariffPricer(shippedTable, scheduleQuery.contract.tariff),
    tariffDays: tariff.days,
    colors: indexKnownColors({ tariff, tariffOutlook }),
  }
  try {
    return createScheduleResponse(forecast.issuedAt, basis, scheduleQuery, now, 'fr')
  } catch (error) {
    if (error instanceof AppError && error.code === 'infeasible_schedule') return null
    throw error
  }
}

/** The next time of day that leaves enough time for the load, by Temporal: a skipped time is an hour later, of a repeated one the first counts; null = no deadline. */
function findLatest({ now }: MadeUpForecast, { readyBy, energyKWh, powerKW }: PlanChoice): Temporal.Instant | null {
  if (readyBy === 'any') return null
  const slots = Math.max(1, Math.ceil((4 * energyKWh) / powerKW - 1e-9))
  const first = now.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'ceil' })
  const earliest = first.add({ minutes: 15 * slots }).toZonedDateTimeISO('Europe/Paris')
  const [hour = 0, minute = 0] = readyBy.split(':').map(Number)
  const time = Temporal.PlainTime.from({ hour, minute: minute - (minute % 15) })
  for (let days = 0; ; days += 1) {
    const date = earliest.toPlainDate().add({ days })
    const at = date.toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: time })
    if (Temporal.ZonedDateTime.compare(at, earliest) >= 0) return at.toInstant()
  }
}

const toIso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z')

/** What both say, in the form of the API. */
function describePage({ result, slots }: PagePlan) {
  if (!result.isFeasible) return null
  const describe = (plan: typeof result.plan) => ({
    pieces: plan.segments.map(({ first, slots: length }) => {
      const startMs = slots[first]?.startMs ?? 0
      return [toIso(startMs), toIso(startMs + length * 900_000)]
    }),
    ...roundServedFigures(plan),
    basis: plan.cost?.basis ?? null,
    certainty: plan.cost?.certainty ?? null,
  })
  return { plan: describe(result.plan), startNow: describe(result.baselines.startNow), comparedBy: result.comparedBy }
}

function describeSchedule(body: ScheduleResponse | null) {
  if (body === null) return null
  const describe = ({ segments, cost, carbon, globalScore }: ScheduleResponse['plan']) => ({
    pieces: segments.map(({ start, end }) => [start, end]),
    ...{ eur: cost?.eur ?? null, gCo2eq: carbon?.gCo2eq ?? null, score: globalScore },
    ...{ basis: cost?.basis ?? null, certainty: cost?.certainty ?? null },
  })
  return { plan: describe(body.plan), startNow: describe(body.baselines.startNow), comparedBy: body.comparedBy }
}

describe('the plan of the page', () => {
  test('equals that of /v1/schedule under every contract, deadline, objective and quiet hours', () => {
    const counts = { planned: 0, refused: 0, split: 0 }
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...instants),
        fc.constantFrom(50, 74),
        choices,
        (seed, now, hours, asked) => {
          const made = makeUpForecast(seed, now, hours)
          const today = made.dashboard.tariff.date
          const adders = listAdders(shippedTable, today).map(({ id }) => id)
          // As a shared address has it; a profile that is no longer valid is refused, as by the API.
          const { choice, refused } = readChoice(writeChoice(asked), null, adders)
          expect(Object.keys(refused)).toEqual(adders.length === 0 && asked.contract.adder !== null ? ['adder'] : [])
          const plan = makePagePlan(made.dashboard, choice, selectContractTable(shippedTable, today))
          if (plan === null) throw new Error('the page has no plan')
          const ofPage = describePage(plan)
          expect(ofPage).toEqual(describeSchedule(schedule(made, choice, plan.objective)))
          if (ofPage === null) counts.refused += 1
          else counts.planned += 1
          if ((ofPage?.plan.pieces.length ?? 0) > 1) counts.split += 1
        },
      ),
      { numRuns: 160, seed: 37 },
    )
    expect(counts.planned).toBeGreaterThan(100)
    expect(counts.refused).toBeGreaterThan(3)
    expect(counts.split).toBeGreaterThan(10)
  })
})
