import { expect, test } from 'bun:test'
import { anyChange } from '@hexawatt/shared/snapshot/data-changes'
import type { SnapshotReader } from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { createLatestSnapshots } from './latest-snapshots.ts'

const kinds = ['score', 'forecast', 'grid_status', 'tariff', 'tariff_outlook', 'contracts', 'plan_past', 'status']

test('an announced change is read for its own snapshot, or for all when any may have changed', () => {
  const read: string[] = []
  const snapshots: SnapshotReader = {
    async read({ name }) {
      read.push(name)
      return null
    },
  }
  const create = () =>
    createLatestSnapshots({ snapshots, monotonicMs: () => 0, logger: createLogger('test', 'silent') })
  for (const kind of kinds) create().changed(kind)
  expect(read.splice(0)).toEqual(kinds)
  for (const other of ['points', 'carbon']) create().changed(other)
  expect(read).toEqual([])
  create().changed(anyChange)
  expect(read).toEqual(kinds)
})
