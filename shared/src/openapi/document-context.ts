import type { PlanTable } from '../contract/plans.ts'

/** What of an installation stands in its documentation. */
export type DocumentContext = {
  /** Public address of the API, without a slash at its end. */
  publicBaseUrl: string
  /** The plans that are enforced. */
  planTable: PlanTable
  /** The public demo key; null when there is none. */
  demoKey: string | null
}
