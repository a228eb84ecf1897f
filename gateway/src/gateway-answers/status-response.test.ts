import { expect, test } from 'bun:test'
import type { StatusResponse } from '@hexawatt/shared/contract/status'
import { statusSnapshot } from '@hexawatt/shared/snapshot/kinds'
import {
  createSnapshotReader,
  createSnapshotWriter,
  type SnapshotReader,
} from '@hexawatt/shared/snapshot/snapshot-store'
import { createLogger } from '@hexawatt/shared/telemetry/logger'
import { problemOf } from '@hexawatt/shared/testing/problem-of'
import { useTestGateway } from '../testing/use-gateway.ts'
import { createStatusResponse } from './status-response.ts'

const { gateway } = await useTestGateway()

const logger = createLogger('test', 'silent')

const status: StatusResponse = {
  mode: 'demo',
  generatedAt: '2026-01-01T00:00:00Z',
  history: null,
  sources: [
    {
      id: 'generation_by_type',
      lastSuccess: '2026-01-01T00:00:00Z',
      source: 'rte',
      licence: 'RTE Data, terms of the API subscription',
      newestSlot: null,
      lagMinutes: null,
      expectedNext: null,
      consecutiveFailures: 0,
      demo: true,
      note: null,
    },
  ],
}

test('before any source reported, /api/status is 503 with Retry-After', async () => {
  const response = await fetch(`${gateway.url}/api/status`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await problemOf(response)).code).toBe('service_unavailable')
})

test('/api/status serves the snapshot without a key and names the data mode', async () => {
  const writer = createSnapshotWriter({
    sql: gateway.sql,
    redis: gateway.redis,
    logger: createLogger('test', 'silent'),
    clock: { now: () => Temporal.Now.instant() },
  })
  await writer.write(statusSnapshot, status, Temporal.Now.instant())
  let response = await fetch(`${gateway.url}/api/status`)
  // The refusal of the test before is kept for a second.
  while (response.status === 503) {
    await Bun.sleep(50)
    response = await fetch(`${gateway.url}/api/status`)
  }
  expect([response.status, response.headers.get('x-data-mode')]).toEqual([200, 'demo'])
  expect(await response.json()).toEqual(status)
})

test('/api/status accepts no parameters and no other media types', async () => {
  expect((await fetch(`${gateway.url}/api/status?x=1`)).status).toBe(400)
  expect((await fetch(`${gateway.url}/api/status`, { headers: { accept: 'text/csv' } })).status).toBe(406)
})

test('callers share one snapshot read, which is cached for a second', async () => {
  const reader = createSnapshotReader({ ...gateway, logger })
  let nowMs = 0
  let reads = 0
  const snapshots: SnapshotReader = {
    read(kind) {
      reads += 1
      return reader.read(kind)
    },
  }
  const answerStatus = createStatusResponse({ snapshots, monotonicMs: () => nowMs })
  await Promise.all(Array.from({ length: 20 }, () => answerStatus()))
  nowMs = 999
  await answerStatus()
  expect(reads).toBe(1)
  nowMs = 1_000
  await answerStatus()
  expect(reads).toBe(2)
})
