import {
  type AlertCondition,
  type AnnouncedColor,
  type QuotaPercent,
  type ValueAlertKind,
  valueAlertKinds,
  valueAlertRules,
} from '@hexawatt/shared/alerts/alert-conditions'
import { serializeMessage } from '@hexawatt/shared/alerts/alert-message'
import { toSubScoreValues } from '@hexawatt/shared/answers/energy-score'
import { round2 } from '@hexawatt/shared/bounds/numbers'
import { maxAgeMinutes } from '@hexawatt/shared/contract/entry/longest-ages'
import type { PlanTable } from '@hexawatt/shared/contract/plans'
import { nationalWeights } from '@hexawatt/shared/contract/profiles'
import { gridSignalStatuses, type TariffColorName } from '@hexawatt/shared/grid/public-signals'
import { computeComposite, toGlobalScore } from '@hexawatt/shared/methodology/score/composite'
import { toScoreStatus } from '@hexawatt/shared/methodology/score/score-confidence'
import type { Sql } from '@hexawatt/shared/postgres/client'
import {
  type CarbonSnapshot,
  carbonSnapshot,
  forecastSnapshot,
  type ScoreSnapshot,
  scoreSnapshot,
  tariffSnapshot,
} from '@hexawatt/shared/snapshot/kinds'
import { readSnapshotRow } from '@hexawatt/shared/snapshot/snapshot-store'
import type { Clock } from '@hexawatt/shared/time/clock'
import { countMinutesBetween, isoSeconds } from '@hexawatt/shared/time/instant'
import { parisDate, toParisTime } from '@hexawatt/shared/time/paris'
import { findBestWindows } from './best-window.ts'
import {
  armByValue,
  type Due,
  fireDue,
  formatNotifiedColor,
  selectDueByColor,
  selectDueByHour,
  selectDueByQuota,
  selectDueByValue,
} from './evaluation-store.ts'

export type EvaluationDeps = {
  sql: Sql
  /** The data's clock: values, colours and windows. */
  clock: Clock
  /** Real time: months of usage, and when messages are due. */
  realClock: Clock
  plans: PlanTable['plans']
}

const announcedColors: Readonly<Record<TariffColorName, AnnouncedColor>> = {
  Bleu: 'blue',
  Blanc: 'white',
  Rouge: 'red',
}

/**
 * Compares every subscription with the newest snapshots, in a few statements for each kind, and stores the messages of the subscriptions that fire. Unknown values
 * change nothing: neither do they fire, nor do they arm.
 *
 * @returns ids of the subscriptions that have something to send
 */
export async function evaluateAlerts(deps: EvaluationDeps): Promise<string[]> {
  return [
    ...(await evaluateValues(deps)),
    ...(await evaluateColor(deps)),
    ...(await evaluateWindows(deps)),
    ...(await evaluateQuotas(deps)),
  ]
}

async function evaluateValues({ sql, clock, realClock }: EvaluationDeps): Promise<string[]> {
  const [score, carbon] = [await readSnapshotRow(sql, scoreSnapshot), await readSnapshotRow(sql, carbonSnapshot)]
  const values = readCurrentValues(score, carbon, clock.now())
  const fired: string[] = []
  for (const kind of valueAlertKinds) {
    const known = values[kind]
    if (known === null) continue
    const now = realClock.now()
    const { unit } = valueAlertRules[kind]
    await armByValue(sql, kind, known.value)
    const toFired = ({ id, condition }: Due) => ({
      body: serializeMessage({
        type: `alert.${kind}`,
        timestamp: isoSeconds(clock.now()),
        data: { subscriptionId: id, condition, value: known.value, unit, at: known.at },
      }),
      firedFor: null,
    })
    fired.push(...(await fireDue(sql, now, selectDueByValue(kind, known.value, now), toFired)))
  }
  return fired
}

/** A value of this moment and the instant that it belongs to; null = unknown, which never fires. */
type CurrentValues = Readonly<Record<ValueAlertKind, { value: number; at: string } | null>>

/** The values that the API would serve at `now`: a value that it would refuse as too old or too uncertain is unknown here too. */
function readCurrentValues(
  score: ScoreSnapshot | null,
  carbon: CarbonSnapshot | null,
  now: Temporal.Instant,
): CurrentValues {
  const fresh = score !== null && isOfThisTime(score.computedAt, now, maxAgeMinutes.score) ? score : null
  const isReliable = fresh !== null && toScoreStatus(fresh.confidence) !== 'insufficient'
  const level = fresh?.gridSignalStatus == null ? null : gridSignalStatuses.indexOf(fresh.gridSignalStatus)
  const ofScore = (value: number | null) => (fresh === null || value === null ? null : { value, at: fresh.computedAt })
  return {
    score: ofScore(isReliable ? computeNationalScore(fresh) : null),
    price: ofScore(fresh?.spotPriceEurPerMWh ?? null),
    grid_signal: ofScore(level),
    carbon:
      carbon !== null && isOfThisTime(carbon.assessment.slotEnd, now, maxAgeMinutes.intensity)
        ? { value: round2(carbon.assessment.productionGCo2eqPerKwh), at: carbon.assessment.slotEnd }
        : null,
  }
}

function computeNationalScore({ subScores, knownDimensions }: ScoreSnapshot): number {
  return toGlobalScore(computeComposite(toSubScoreValues(subScores), knownDimensions, nationalWeights))
}

function isOfThisTime(instant: string, now: Temporal.Instant, maxMinutes: number): boolean {
  const ageMinutes = countMinutesBetween(Temporal.Instant.from(instant), now)
  // An earlier run of a replay may have gone further than the clock is now.
  return ageMinutes >= -1 && ageMinutes <= maxMinutes
}

/** Tomorrow's colour by the calendar of Paris, once it is published, and again when it changes. */
async function evaluateColor({ sql, clock, realClock }: EvaluationDeps): Promise<string[]> {
  const now = clock.now()
  const date = parisDate(now).add({ days: 1 }).toString()
  const tariff = await readSnapshotRow(sql, tariffSnapshot)
  const day = tariff?.days.find((known) => known.date === date)
  if (day === undefined) return []
  const color = announcedColors[day.color]
  return fireDue(sql, realClock.now(), selectDueByColor(color, date), ({ id, condition }) => ({
    body: serializeMessage({
      type: 'alert.tariff_color',
      timestamp: isoSeconds(now),
      data: { subscriptionId: id, condition, date, color },
    }),
    firedFor: formatNotifiedColor(date, color),
  }))
}

async function evaluateWindows({ sql, clock, realClock }: EvaluationDeps): Promise<string[]> {
  const now = clock.now()
  const local = toParisTime(now)
  const date = local.toPlainDate().toString()
  const windows = findBestWindows(await readSnapshotRow(sql, forecastSnapshot), now)
  const fired: string[] = []
  for (const [key, window] of windows) {
    const toFired = ({ id, condition }: Due) => ({
      body: serializeMessage({
        type: 'alert.best_window',
        timestamp: isoSeconds(now),
        data: { subscriptionId: id, condition, ...window, unit: findUnit(condition) },
      }),
      firedFor: date,
    })
    fired.push(...(await fireDue(sql, realClock.now(), selectDueByHour(local.hour, date, key), toFired)))
  }
  return fired
}

const findUnit = (condition: AlertCondition): string =>
  condition.kind === 'best_window' ? valueAlertRules[condition.objective].unit : ''

async function evaluateQuotas({ sql, realClock, plans }: EvaluationDeps): Promise<string[]> {
  const now = realClock.now()
  const month = now.toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().toString()
  const quotas = new Map(Object.entries(plans).map(([id, { monthlyQuota }]) => [id, monthlyQuota]))
  return fireDue(sql, now, selectDueByQuota(month, quotas), ({ id, condition, requests, monthlyQuota }) => {
    const percent: QuotaPercent = requests >= monthlyQuota ? 100 : 80
    const data = { subscriptionId: id, condition, percent, month, requests, monthlyQuota }
    return {
      body: serializeMessage({ type: 'alert.quota', timestamp: isoSeconds(now), data }),
      firedFor: `${month}:${String(percent).padStart(3, '0')}`,
    }
  })
}
