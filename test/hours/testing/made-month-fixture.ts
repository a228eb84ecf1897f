import type { HoursResponse } from '@hexawatt/shared/contract/hours'
import { getHours } from '@hexawatt/shared/contract/operations/get-hours'
import { defaultPlanTable } from '@hexawatt/shared/contract/plans'
import type { FeedId } from '@hexawatt/shared/grid/feeds'
import { createPrincipal } from '@hexawatt/shared/http/principal'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createHoursAnswer } from '@hexawatt/svc-history/src/hours/hours-answer.ts'
import { addVersions, requestRecomputation } from '@hexawatt/svc-ingest/src/pipeline/feed-value-store.ts'
import type { Origin } from '@hexawatt/svc-ingest/src/pipeline/precedence.ts'
import { seedReferences } from '@hexawatt/svc-ingest/src/references/store-reference.ts'
import { createComputeFixture } from '@hexawatt/svc-ingest/src/testing/compute-fixture.ts'
import { computeRequestedHours } from '../../testing/requested-hours.ts'

const hourMs = 3_600_000
const france = '10YFR-RTE------C'
/** Area codes of the neighbours that exchange power in every hour. */
export const areas = {
  BE: '10YBE----------2',
  CH: '10YCH-SWISSGRIDZ',
  DE: '10YCB-GERMANY--8',
  ES: '10YES-REE------0',
  GB: '10YGB----------A',
  IT: '10YIT-GRTN-----B',
} as const

/** Mean MW of a type in an hour, different in each. */
const powerMw = {
  NUCLEAR: (hour: number) => 38_000 + (hour % 97),
  FOSSIL_GAS: (hour: number) => 2_000 + 10 * (hour % 24),
  HYDRO_RUN_OF_RIVER_AND_POUNDAGE: () => 4_000,
  HYDRO_WATER_RESERVOIR: () => 2_000,
  SOLAR: (hour: number) => 100 * (hour % 24),
  WIND_ONSHORE: (hour: number) => 3_000 + (hour % 31),
  BIOMASS: () => 400,
} as const

type Row = { series: string; startMs: number; minutes: number; value: number }

/** Hours of the civil days `from` to `to` exclusive, in Paris, ms. */
export function listHours(from: string, to: string): number[] {
  const [first, end] = [from, to].map(
    (day) => Temporal.PlainDate.from(day).toZonedDateTime('Europe/Paris').toInstant().epochMilliseconds,
  )
  const count = ((end ?? 0) - (first ?? 0)) / hourMs
  return Array.from({ length: count }, (_, index) => (first ?? 0) + index * hourMs)
}

const numberOf = (startMs: number): number => startMs / hourMs

/** Made rows of each feed for some hours. */
export const madeRows = {
  generation: (hours: readonly number[]): Row[] =>
    hours.flatMap((startMs) =>
      Object.entries(powerMw).map(([series, mw]) => ({ series, startMs, minutes: 60, value: mw(numberOf(startMs)) })),
    ),
  /** Germany exports to France in even hours, France to every neighbour otherwise. */
  flows: (hours: readonly number[]): Row[] =>
    hours.flatMap((startMs) =>
      Object.entries(areas).flatMap(([country, area]) => {
        const imported = country === 'DE' && numberOf(startMs) % 2 === 0 ? 1_500 : 0
        return [
          { series: `${area}>${france}`, startMs, minutes: 60, value: imported },
          { series: `${france}>${area}`, startMs, minutes: 60, value: imported > 0 ? 0 : 700 },
        ]
      }),
    ),
  /** Total exchanges that differ from the flows. */
  exchanges: (hours: readonly number[]): Row[] =>
    hours.flatMap((startMs) =>
      Object.entries(areas).flatMap(([country, area]) => [
        { series: `TOTAL/${area}>${france}`, startMs, minutes: 60, value: country === 'BE' ? 800 : 0 },
        { series: `TOTAL/${france}>${area}`, startMs, minutes: 60, value: country === 'BE' ? 0 : 300 },
      ]),
    ),
  prices: (hours: readonly number[]): Row[] =>
    hours.flatMap((startMs) =>
      [0, 15, 30, 45].map((minute) => ({
        series: 'PRICE',
        startMs: startMs + minute * 60_000,
        minutes: 15,
        value: (numberOf(startMs) % 50) + minute / 10,
      })),
    ),
  /** Blue, white and red in turn, by civil day. */
  colors: (hours: readonly number[]): Row[] => {
    const days = [...new Set(hours.map((startMs) => toParis(startMs).toPlainDate().toString()))]
    return days.map((day, index) => {
      const date = Temporal.PlainDate.from(day)
      const [start, end] = [date, date.add({ days: 1 })].map(
        (one) => one.toZonedDateTime('Europe/Paris').epochMilliseconds,
      )
      return {
        series: 'COLOR',
        startMs: start ?? 0,
        minutes: ((end ?? 0) - (start ?? 0)) / 60_000,
        value: (index % 3) + 1,
      }
    })
  },
}

export const toParis = (startMs: number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO('Europe/Paris')

/** Stores of svc-ingest with made rows, and the answer of svc-history on them; time is in the test's hand. */
export async function startMadeMonth(asOf: string) {
  const fixture = await createComputeFixture(asOf)
  const { sql, deps } = fixture
  await ensureDataMode(sql, 'demo')
  await seedReferences(sql)
  const answer = createHoursAnswer(deps)
  const principal = createPrincipal({ accountId: 'a', keyId: 'k', plan: 'decouverte' }, defaultPlanTable)

  async function askHours(month: string, contentType = 'application/json') {
    return answer({
      operation: getHours,
      query: { month: Temporal.PlainYearMonth.from(month) },
      queryText: `month=${month}`,
      principal,
      language: 'en',
      contentType,
      request: new Request('http://localhost/'),
    })
  }

  return {
    ...fixture,
    askHours,
    /** The body of a month. */
    readMonth: async (month: string): Promise<HoursResponse> => (await askHours(month)).body as HoursResponse,
    /** Stores rows as a poll does: with the request to compute what follows from them. */
    async publish(feed: FeedId, rows: readonly Row[], origin: Partial<Origin> = {}): Promise<void> {
      const measurements = rows.map(({ series, startMs, minutes, value }) => ({
        series,
        slotStart: Temporal.Instant.fromEpochMilliseconds(startMs),
        slotEnd: Temporal.Instant.fromEpochMilliseconds(startMs + minutes * 60_000),
        value,
        updatedAt: null,
        ...(origin.nature == null ? {} : { nature: origin.nature }),
      }))
      const provenance = {
        feed,
        publisher: origin.publisher ?? ('rte' as const),
        knownFrom: deps.clock.now(),
        payloadId: '1',
      }
      await deps.partitions.ensure(
        'feed_values',
        measurements.map(({ slotStart }) => slotStart),
      )
      await sql.begin(async (tx) =>
        requestRecomputation(tx, provenance, await addVersions(tx, provenance, measurements)),
      )
    },
    /** Computes everything that was requested. @returns rows that changed */
    computeAll: () => computeRequestedHours(deps),
    /** Stored rows of hours as one text. */
    async readStored(): Promise<string> {
      const [row] = await sql<
        { rows: string }[]
      >`select coalesce(jsonb_agg(to_jsonb(h) order by hour_start), '[]')::text as rows from hour_values h`
      return row?.rows ?? ''
    },
  }
}
export type MadeMonth = Awaited<ReturnType<typeof startMadeMonth>>
