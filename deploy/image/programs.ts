/** Scripts of the image by the name they are called by: the programs, and what an operator runs beside them. */
export const scripts: Readonly<Record<string, string>> = {
  gateway: 'gateway/src/main.ts',
  'svc-carbon': 'svc-carbon/src/main.ts',
  'svc-score': 'svc-score/src/main.ts',
  'svc-history': 'svc-history/src/main.ts',
  'svc-ingest': 'svc-ingest/src/main.ts',
  upstream: 'dev/src/upstream/main.ts',
  migrate: 'shared/src/postgres/migrate-main.ts',
  keys: 'gateway/src/cli/keys-main.ts',
  usage: 'gateway/src/cli/usage-main.ts',
  feeds: 'svc-ingest/src/inspection/cli.ts',
  audit: 'svc-ingest/src/audit/cli.ts',
  backfill: 'svc-ingest/src/backfill/cli.ts',
  points: 'svc-ingest/src/history/cli.ts',
  queues: 'svc-ingest/src/queues/cli.ts',
  health: 'deploy/image/health/main.ts',
}
