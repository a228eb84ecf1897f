import { maxAgeMinutes } from '@hexawatt/shared/answers/answer-ages'
import { CarbonIntensityResponse } from '@hexawatt/shared/contract/carbon-intensity'
import { GridStatusResponse } from '@hexawatt/shared/contract/grid-status'
import type { OperationId } from '@hexawatt/shared/contract/operations'
import { EnergyScore } from '@hexawatt/shared/contract/score'
import { hourMs, hourStart, isoSeconds, minutesBetween } from '@hexawatt/shared/time/instant'
import { parisDayStart } from '@hexawatt/shared/time/paris'
import * as v from 'valibot'

type Body = Uint8Array<ArrayBuffer>

/** A last good answer: its body, when it was made, and the instant at which it is to be presented, both by the data's clock. */
type LastGood = { body: Body; madeAt: Temporal.Instant; now: Temporal.Instant }

/** What each live operation's last good answer becomes; an operation without a rule is never answered from the past. */
const rules: Partial<Record<OperationId, (last: LastGood) => Body | null>> = {
  getCarbonIntensity: agedIntensity,
  getScore: (last) => (isSameHour(last) && isRecentScore(last) ? last.body : null),
  // Which hours lie ahead, and which colour is in force, change at full hours and not between them.
  getScoreForecast: (last) => (isSameHour(last) ? last.body : null),
  getTariffToday: (last) => (isSameHour(last) ? last.body : null),
  getGridStatus: staleSignal,
  getCoverage: ({ body, madeAt, now }) => (now.since(madeAt).total('milliseconds') <= hourMs ? body : null),
}

/**
 * The last good answer of a live endpoint as it may be presented while its service is away: nothing in it may have become untrue.
 *
 * @param now and `madeAt`: by the data's clock
 * @returns null when nothing of it is presentable any more
 */
export function staleBody(
  operationId: OperationId,
  body: Body,
  now: Temporal.Instant,
  madeAt: Temporal.Instant,
): Body | null {
  // A replay was set back: that answer is from its future.
  if (Temporal.Instant.compare(madeAt, now) > 0) return null
  return rules[operationId]?.({ body, madeAt, now }) ?? null
}

/** The intensity with the instant of this answer and its true age. */
function agedIntensity({ body, now }: LastGood): Body | null {
  const intensity = read(CarbonIntensityResponse, body)
  if (intensity?.dataSlotEnd == null) return null
  const dataAgeMinutes = minutesBetween(Temporal.Instant.from(intensity.dataSlotEnd), now)
  if (dataAgeMinutes < 0 || dataAgeMinutes > maxAgeMinutes.intensity) return null
  return write({ ...intensity, timestamp: isoSeconds(now), dataAgeMinutes })
}

/** The signal of the same Paris day: its days are named from today on. */
function staleSignal({ body, madeAt, now }: LastGood): Body | null {
  if (!parisDayStart(madeAt).equals(parisDayStart(now))) return null
  const signal = read(GridStatusResponse, body)
  return signal && write({ ...signal, stale: true })
}

function isSameHour({ madeAt, now }: LastGood): boolean {
  return hourStart(madeAt).equals(hourStart(now))
}

function isRecentScore({ body, now }: LastGood): boolean {
  const score = read(EnergyScore, body)
  // To the instant, as svc-score refuses it.
  return score !== null && now.since(score.computedAt).total('minutes') <= maxAgeMinutes.score
}

/** The body in the contract's words; null when it is not one of ours, which must not happen and is then not repeated. */
function read<Schema extends v.GenericSchema>(schema: Schema, body: Body): v.InferOutput<Schema> | null {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), new TextDecoder().decode(body))
  return result.success ? result.output : null
}

function write(body: object): Body {
  return new TextEncoder().encode(JSON.stringify(body))
}
