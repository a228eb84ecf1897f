import type { RoleProgram } from './program-roles.ts'

type Verb = 'select' | 'insert' | 'update' | 'delete'
/** As in a `grant`: on the whole table, or on the columns in parentheses where a program needs no more. */
export type TableRight = Verb | `${Verb} (${string})`
type TableRights = Partial<Record<RoleProgram, readonly TableRight[]>>

const read = ['select'] as const
/** Insert only: no program overwrites known values. */
const append = ['select', 'insert'] as const
const upsert = ['select', 'insert', 'update'] as const
const all = ['select', 'insert', 'update', 'delete'] as const

const everyProgram = {
  gateway: read,
  'svc-carbon': read,
  'svc-score': read,
  'svc-history': read,
  'svc-web': read,
  'svc-ingest': read,
} as const

/**
 * Rights of each program on each table; every right that is not listed is refused. `migrate` grants exactly these rights. Programs of the previous
 * version run next to programs of this version: as with columns, revoke a right one release after the last statement that needs it.
 */
export const tableRights = {
  schema_migrations: everyProgram,
  data_stamp: { ...everyProgram, 'svc-ingest': upsert },
  live_snapshots: { ...everyProgram, 'svc-ingest': upsert },

  // Data, written by svc-ingest.
  feed_values: { 'svc-ingest': append, 'svc-history': read },
  feed_documents: { 'svc-ingest': append, 'svc-history': read },
  regional_values: { 'svc-ingest': append, 'svc-history': read },
  neighbour_generation: { 'svc-ingest': append, 'svc-history': read },
  published_intensities: { 'svc-ingest': append },
  weather_runs: { 'svc-ingest': append },
  weather_hours: { 'svc-ingest': append },
  quarantined_values: { 'svc-ingest': ['select', 'insert', 'delete'] },
  // A body moves to object storage and back; the retention locks the table.
  raw_payloads: { 'svc-ingest': upsert },
  kept_payloads: { 'svc-ingest': ['select', 'insert', 'update (body_zstd)'] },
  loose_objects: { 'svc-ingest': all },
  emission_factor_sets: { 'svc-ingest': ['select', 'insert', 'update (last_synced_at)'], 'svc-history': read },
  country_intensities: { 'svc-ingest': append, 'svc-history': read },
  regulated_prices: { 'svc-ingest': append },
  score_points: { 'svc-ingest': append, 'svc-history': read },
  score_point_revisions: { 'svc-ingest': upsert },
  score_hours: { 'svc-ingest': upsert, 'svc-history': read },
  score_set_hours: { 'svc-ingest': upsert, 'svc-history': read },
  score_days: { 'svc-ingest': upsert, 'svc-history': read },
  forecast_points: { 'svc-ingest': append },
  forecast_issues: { 'svc-ingest': append, 'svc-history': read },
  forecast_issue_hours: { 'svc-ingest': append, 'svc-history': read },
  forecast_error_days: { 'svc-ingest': ['select', 'insert', 'delete'] },
  realised_hours: { 'svc-ingest': upsert, 'svc-history': read },
  hour_values: { 'svc-ingest': upsert, 'svc-history': read },
  consumption_hours: { 'svc-ingest': append, 'svc-history': read },
  carbon_quarters: { 'svc-ingest': upsert, 'svc-history': read },
  // Triggers insert too, with the rights of the owner.
  hour_requests: { 'svc-ingest': all, 'svc-history': read },
  // No row is updated: locking a table needs the right to update.
  color_issues: { 'svc-ingest': upsert, 'svc-history': read },
  color_issue_days: { 'svc-ingest': append, 'svc-history': read },
  intensity_difference_days: { 'svc-ingest': upsert },
  incidents: { 'svc-ingest': all },
  incident_watch: { 'svc-ingest': upsert },

  // State of ingestion.
  source_status: { 'svc-ingest': upsert },
  source_calls: { 'svc-ingest': upsert },
  poll_yields: { 'svc-ingest': upsert },
  publisher_calls: { 'svc-ingest': upsert },
  publisher_pauses: { 'svc-ingest': upsert },
  spare_checks: { 'svc-ingest': upsert },
  stand_ins: { 'svc-ingest': all },
  recomputations: { 'svc-ingest': all },
  backfill_pieces: { 'svc-ingest': all },
  gap_attempts: { 'svc-ingest': all },
  past_days: { 'svc-ingest': all },
  past_loaders: { 'svc-ingest': upsert },

  // Accounts and their data, written by svc-web.
  accounts: { 'svc-web': upsert, gateway: read, 'svc-ingest': ['select (id, plan)'] },
  api_keys: { 'svc-web': upsert, gateway: read },
  key_revision: { 'svc-web': ['select', 'update'], gateway: read },
  members: { 'svc-web': all, 'svc-ingest': ['select (account_id, address)'] },
  member_sessions: { 'svc-web': all },
  sign_in_links: { 'svc-web': all },
  plan_requests: { 'svc-web': upsert },
  audit_log: { 'svc-web': append },
  billing_events: { 'svc-web': append },
  billing_subscriptions: { 'svc-web': upsert },
  // svc-web owns the rule; svc-ingest records the messages that it sent for it.
  alert_subscriptions: {
    'svc-web': all,
    'svc-ingest': [
      'select',
      'update (is_armed, fired_for, fired_at, last_sequence, consecutive_failures, state, disabled_at, disabled_notice_at, claimed_by, claimed_until)',
    ],
  },
  // A member may ask for a message again.
  alert_deliveries: { 'svc-web': append, 'svc-ingest': all },

  // Usage, counted by the gateway.
  usage_months: { gateway: upsert, 'svc-web': read, 'svc-ingest': ['select (account_id, month, requests)'] },
  usage_overage: { gateway: upsert, 'svc-web': read },
  usage_days: { gateway: all, 'svc-web': read },
  usage_day_batches: { gateway: all },
  account_requests: { gateway: all, 'svc-web': read },
  account_request_counts: { gateway: upsert },
} as const satisfies Record<string, TableRights>

/** Programs that draw numbers from a sequence. A column `generated always as identity` needs no right. */
export const sequenceRights: Readonly<Record<string, readonly RoleProgram[]>> = {
  raw_payload_id: ['svc-ingest'],
  score_day_revision: ['svc-ingest'],
}

/** Programs that call a function. A trigger calls its function with no right of the program. */
export const functionRights: Readonly<Record<string, readonly RoleProgram[]>> = {
  create_month_partition: ['svc-ingest'],
  drop_payload_month: ['svc-ingest'],
  uses_late_feed: ['svc-ingest', 'svc-history'],
  counts_late_feed: ['svc-ingest', 'svc-history'],
  // Gateways of the version before call it as the owner.
  higher_plan: [],
  larger_plan: ['gateway'],
  // Runs with the rights of the owner: the only thing that svc-web writes about usage is the larger plan of a month.
  note_month_plan: ['svc-web'],
  complete_overage_columns: [],
  copy_overage_to_rows: [],
  copy_overage_to_columns: [],
  give_key_revision: [],
  give_account_keys_revisions: [],
  refuse_audit_log_change: [],
  // Runs with the rights of the owner: svc-web deletes the member, and the database their requests.
  erase_account_requests: [],
  request_hour_values: [],
  request_every_hour_value: [],
  request_neighbour_hours: [],
}

/** Programs that may make a temporary table, which is the only thing that a role ever owns: svc-ingest tries whether the disk has room. */
export const temporaryTables: readonly RoleProgram[] = ['svc-ingest']
