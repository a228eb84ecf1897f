/** Scripts of the image, with their first arguments, by the name they are called by: the programs, and what an operator runs beside them. */
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
  feeds: 'svc-ingest/src/cli/main.ts feeds',
  audit: 'svc-ingest/src/cli/main.ts audit',
  archive: 'svc-ingest/src/cli/main.ts archive',
  backfill: 'svc-ingest/src/cli/main.ts backfill',
  points: 'svc-ingest/src/cli/main.ts points',
  queues: 'svc-ingest/src/cli/main.ts queues',
  health: 'deploy/image/health/main.ts',
}
