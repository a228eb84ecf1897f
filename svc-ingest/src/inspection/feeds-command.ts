import type { EnvSource } from '@hexawatt/shared/config/parse-env'
import { UsageError } from '@hexawatt/shared/config/usage-error'
import { ensureDataMode } from '@hexawatt/shared/postgres/data-stamp-store'
import { createSnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { statusSnapshot } from '@hexawatt/shared/snapshot/status-snapshot'
import { readGapAttempts } from '../backfill/backfill-store.ts'
import { hasCompleteness, readCompleteness } from '../backfill/completeness.ts'
import { repairGaps } from '../backfill/repair-gaps.ts'
import { commandEnv } from '../command-line/command-env.ts'
import { createDeps, type Deps } from '../deps.ts'
import { feedRegistry } from '../feeds/registry.ts'
import { type FeedsCommand, feedsUsage, type GapsCommand, parseFeedsArguments } from './feeds-arguments.ts'
import { type FeedGaps, gapsText, repairsText } from './gaps-text.ts'
import { statusText } from './status-text.ts'
import { readPayloadBody, readTrace } from './trace-store.ts'
import { traceText } from './trace-text.ts'

/**
 * Runs `bun run feeds` and returns what it prints.
 *
 * @throws UsageError with one sentence for the operator
 */
export async function runFeedsCommand(argv: readonly string[], env: EnvSource): Promise<string> {
  const command = parseFeedsArguments(argv)
  if (command.kind === 'help') return feedsUsage
  const deps = await createDeps(commandEnv(env, command.kind === 'gaps' && command.repair))
  try {
    return await answer(deps, command)
  } finally {
    await deps.close()
  }
}

async function answer(deps: Deps, command: Exclude<FeedsCommand, { kind: 'help' }>): Promise<string> {
  if (command.kind === 'status') return status(deps)
  if (command.kind === 'gaps') return gaps(deps, command)
  if (command.kind === 'trace') {
    return traceText(command, await readTrace(deps.sql, command.feed, command.slot, command.series))
  }
  const body = await readPayloadBody(deps.sql, command.id)
  if (body === null) throw new UsageError(`Payload ${command.id} is not in the archive.`)
  return body
}

async function status(deps: Deps): Promise<string> {
  const snapshot = await createSnapshotReader(deps).read(statusSnapshot)
  if (snapshot === null) throw new UsageError('No status was written yet: svc-ingest writes it when it has started.')
  return statusText(snapshot)
}

async function gaps(deps: Deps, { feeds, wanted, repair }: GapsCommand): Promise<string> {
  const now = deps.clock.now()
  const asked = feedRegistry.filter((feed) => hasCompleteness(feed) && (feeds.length === 0 || feeds.includes(feed.id)))
  if (repair) {
    await ensureDataMode(deps.sql, deps.mode)
    return repairsText(await repairGaps(deps, asked, wanted))
  }
  const found: FeedGaps[] = []
  for (const feed of asked) {
    const days = await readCompleteness(deps.sql, feed, wanted, now)
    found.push({ feed: feed.id, days, attempts: await readGapAttempts(deps.sql, feed.id) })
  }
  return found.length === 0 ? 'These feeds have no days to be complete.' : gapsText(found)
}
