import {
  defaultSubscribedKva,
  type Estimate,
  emissionChoices,
  estimates,
  maxSegmentsLimit,
  type Objective,
  objectives,
  slotMinutes,
  subscribedKvas,
  type TieBreak,
  tariffKinds,
  tieBreaks,
} from '@hexawatt/shared/contract/planning/choices'
import {
  loadLimits,
  type ScheduleParameterName,
  spotLimits,
  type TariffParameterName,
} from '@hexawatt/shared/contract/planning/schedule-parameters'
import { AppError } from '@hexawatt/shared/errors/app-error'
import { invalidParameter, type QueryParameters, readInstant } from '@hexawatt/shared/http/query-parameters'
import { type Load, loadOf } from '@hexawatt/shared/methodology/schedule/load'
import { parseOffPeak } from '@hexawatt/shared/methodology/tariffs/off-peak'
import type { Tariff } from '@hexawatt/shared/methodology/tariffs/slot-prices'
import { earlier, hourMs, isoExact, later, minuteMs, quarterHourMs } from '@hexawatt/shared/time/instant'

/** A load, the window that it may run in, and what it is planned for. */
export type ScheduleQuery = {
  load: Load
  /** Start of the first and end of the last quarter-hour of the window, ms; no quarter-hour when they are equal or crossed. */
  fromMs: number
  toMs: number
  /** End of the caller's forecast, ms. */
  horizonMs: number
  maxSegments: number
  minOnSlots: number
  objective: Objective
  emissions: (typeof emissionChoices)[number]
  tariff: Tariff
  estimate: Estimate
  tieBreak: TieBreak
}

const defaultWindowMs = 24 * hourMs
const defaultMinOnMinutes = 30

/**
 * The load of a query. The weighting is read before, which also refuses parameters that come twice.
 *
 * @param horizonMs end of the caller's forecast: a later `latest` is capped
 * @throws AppError `invalid_parameter`, then `invalid_range` where `latest` is not after `earliest` or now
 */
export function readScheduleQuery(query: QueryParameters, nowMs: number, horizonMs: number): ScheduleQuery {
  const load = readLoad(query)
  const read = {
    maxSegments: readWhole(query, 'maxSegments', 1, maxSegmentsLimit) ?? 1,
    minOnMinutes: readWhole(query, 'minOnMinutes', slotMinutes, loadLimits.durationMinutes),
    objective: readChoice(query, 'objective', objectives) ?? 'score',
    emissions: readChoice(query, 'emissions', emissionChoices) ?? 'lifecycle',
    tariff: readTariff(query, 'spot'),
    estimate: readChoice(query, 'estimate', estimates) ?? 'central',
    tieBreak: readChoice(query, 'tieBreak', tieBreaks) ?? 'early',
  }
  const { minOnMinutes, ...choices } = read
  const runMinutes = load.slots * slotMinutes
  if (minOnMinutes !== null && minOnMinutes > runMinutes) {
    const accepted = `at most ${runMinutes}, the minutes that the load runs`
    throw invalidParameter('minOnMinutes', String(minOnMinutes), accepted)
  }
  return {
    load,
    horizonMs,
    ...readSpan(query, nowMs, horizonMs),
    ...choices,
    minOnSlots: Math.ceil((minOnMinutes ?? defaultMinOnMinutes) / slotMinutes),
  }
}

function readLoad(query: QueryParameters): Load {
  const energyKWh = readPositive(query, 'energyKWh', loadLimits.energyKWh)
  const powerKW = readPositive(query, 'powerKW', loadLimits.powerKW)
  const durationMinutes = readWhole(query, 'durationMinutes', 1, loadLimits.durationMinutes)
  const load = loadOf({ energyKWh, powerKW, durationMinutes })
  if (load !== null) return load
  const given = (['energyKWh', 'powerKW', 'durationMinutes'] as const).filter((name) => query.values.has(name))
  throw new AppError('invalid_parameter', {
    detail: `Received ${given.length === 0 ? 'no load' : given.join(', ')}; accepted are two of energyKWh, powerKW and durationMinutes, or durationMinutes alone.`,
  })
}

/** `earliest` is raised to the next quarter-hour from now on, `latest` lowered to a full one. */
function readSpan(query: QueryParameters, nowMs: number, horizonMs: number): { fromMs: number; toMs: number } {
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs)
  const earliest = readInstant(query, 'earliest', now) ?? now
  const first = later(earliest, now)
  const fromMs = quarterHour('ceil', first)
  const latest = readInstant(query, 'latest', now) ?? Temporal.Instant.fromEpochMilliseconds(fromMs + defaultWindowMs)
  if (Temporal.Instant.compare(latest, first) <= 0) {
    throw new AppError('invalid_range', {
      detail: `latest (${isoExact(latest)}) must be later than earliest (${isoExact(earliest)}) and than now (${isoExact(now)}).`,
    })
  }
  return { fromMs, toMs: quarterHour('floor', earlier(latest, Temporal.Instant.fromEpochMilliseconds(horizonMs))) }
}

/** A full quarter-hour, ms. */
function quarterHour(roundingMode: 'ceil' | 'floor', instant: Temporal.Instant): number {
  return instant.round({ smallestUnit: 'minute', roundingIncrement: quarterHourMs / minuteMs, roundingMode })
    .epochMilliseconds
}

/** Parameters that a tariff takes; the others of them are refused with it, because they would be ignored silently. */
const parametersOfTariff = {
  spot: ['adderEurPerKwh', 'vatPercent'],
  base: ['subscribedKva'],
  hphc: ['subscribedKva', 'offPeak'],
  tempo: ['subscribedKva'],
} as const satisfies Record<Tariff['kind'], readonly TariffParameterName[]>

/**
 * The tariff of a query, by the parameters of `tariffParameterNames`.
 *
 * @param byDefault where the query names none
 * @throws AppError `invalid_parameter`
 */
export function readTariff(query: QueryParameters, byDefault: Tariff['kind']): Tariff {
  const kind = readChoice(query, 'tariff', tariffKinds) ?? byDefault
  const taken: readonly string[] = parametersOfTariff[kind]
  const foreign = Object.values(parametersOfTariff)
    .flat()
    .find((name) => query.values.has(name) && !taken.includes(name))
  if (foreign !== undefined) {
    const takers = tariffKinds.filter((other) => parametersOfTariff[other].some((name) => name === foreign))
    throw new AppError('invalid_parameter', {
      detail: `Query parameter "${foreign}" is not accepted with tariff=${kind}; accepted is tariff=${takers.join(' or tariff=')}.`,
    })
  }
  if (kind === 'spot') {
    const { adderEurPerKwh, vatPercent } = spotLimits
    return {
      kind,
      adderEurPerKwh: readNumber(query, 'adderEurPerKwh', -adderEurPerKwh, adderEurPerKwh) ?? 0,
      vatPercent: readNumber(query, 'vatPercent', 0, vatPercent) ?? 0,
    }
  }
  const subscribedKva = readKva(query)
  return kind === 'hphc' ? { kind, subscribedKva, offPeak: readOffPeak(query) } : { kind, subscribedKva }
}

function readOffPeak({ values }: QueryParameters): NonNullable<ReturnType<typeof parseOffPeak>> {
  const accepted =
    'one or two ranges of Paris time with a comma between them, such as 22:00-06:00 (required by tariff=hphc)'
  const received = values.get('offPeak')
  if (received === undefined) {
    throw new AppError('invalid_parameter', {
      detail: `Query parameter "offPeak" was not received; accepted is ${accepted}.`,
    })
  }
  const ranges = parseOffPeak(received)
  if (ranges === null) throw invalidParameter('offPeak', received, accepted)
  return ranges
}

function readKva({ values }: QueryParameters): number {
  const received = values.get('subscribedKva')
  if (received === undefined) return defaultSubscribedKva
  const known = subscribedKvas.find((kva) => String(kva) === received)
  if (known === undefined) throw invalidParameter('subscribedKva', received, `one of ${subscribedKvas.join(', ')}`)
  return known
}

function readChoice<const Choice extends string>(
  { values }: QueryParameters,
  name: ScheduleParameterName,
  choices: readonly Choice[],
): Choice | null {
  const received = values.get(name)
  if (received === undefined) return null
  const known = choices.find((choice) => choice === received)
  if (known === undefined) throw invalidParameter(name, received, choices.join(' or '))
  return known
}

function readWhole({ values }: QueryParameters, name: ScheduleParameterName, min: number, max: number): number | null {
  const received = values.get(name)
  if (received === undefined) return null
  const value = /^\d{1,5}$/.test(received) ? Number(received) : Number.NaN
  if (value >= min && value <= max) return value
  throw invalidParameter(name, received, `a whole number from ${min} to ${max}`)
}

/** Plain decimals: no exponent, no space, at most nine digits on each side. */
const plainNumber = /^-?\d{1,9}(?:\.\d{1,9})?$/

function readNumber({ values }: QueryParameters, name: ScheduleParameterName, min: number, max: number): number | null {
  const received = values.get(name)
  if (received === undefined) return null
  const value = plainDecimal(received)
  if (value >= min && value <= max) return value
  throw invalidParameter(name, received, `a plain decimal number from ${min} to ${max}`)
}

function readPositive({ values }: QueryParameters, name: 'energyKWh' | 'powerKW', max: number): number | null {
  const received = values.get(name)
  if (received === undefined) return null
  const value = plainDecimal(received)
  if (value > 0 && value <= max) return value
  throw invalidParameter(name, received, `a plain decimal number above 0, up to ${max}`)
}

const plainDecimal = (received: string): number => (plainNumber.test(received) ? Number(received) : Number.NaN)
