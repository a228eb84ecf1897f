import type { AlertCondition } from '@hexawatt/shared/alerts/alert-conditions'
import { AlertMessage } from '@hexawatt/shared/alerts/alert-message'
import { defaultPlanTable, type PlanTable } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { evaluateAlerts } from '../evaluate-alerts.ts'
import { addAccount, addSubscription, createStillClock, startAlertStores } from './alerts-fixture.ts'

/** Stores for tests of the evaluation of subscriptions. `reset` comes before each test. */
export async function startEvaluation() {
  const { sql, stop } = await startAlertStores()
  let clock = createStillClock('2026-11-23T11:00:00Z')
  let accountId = ''
  return {
    sql,
    stop,
    /** Deletes subscriptions and snapshots. @returns a new account, and a clock that stands at 12:00 in Paris */
    async reset() {
      await sql`delete from alert_subscriptions`
      await sql`delete from live_snapshots`
      clock = createStillClock('2026-11-23T11:00:00Z')
      accountId = await addAccount(sql)
      return { clock, accountId }
    },
    add: (condition: AlertCondition) => addSubscription(sql, { accountId, condition }),
    /** @returns the ids of the subscriptions that fired */
    evaluate: (plans: PlanTable['plans'] = defaultPlanTable.plans) =>
      evaluateAlerts({ sql, clock, realClock: clock, plans }),
    /** Messages of a subscription, oldest first. */
    async messages(id: string): Promise<AlertMessage[]> {
      const rows = await sql<{ body: string }[]>`
        select body from alert_deliveries where subscription_id = ${id} order by sequence`
      return rows.map(({ body }) => v.parse(v.pipe(v.string(), v.parseJson(), AlertMessage), body))
    },
  }
}
