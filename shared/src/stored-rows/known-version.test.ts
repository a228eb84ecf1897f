import { describe, expect, test } from 'bun:test'
import { chooseCorrectedKnownVersion, chooseCorrectedReceivedVersion, findKnownVersion } from './known-version.ts'

const first = { knownMs: 100, publisher: 'rte', name: 'first' } as const
const second = { knownMs: 200, publisher: 'rte', name: 'second' } as const
const both = [first, second]
const dueAt = (ms: number) => () => ms

describe('the version that counts as known', () => {
  test('is the newest one that had been received', () => {
    expect(findKnownVersion(both, dueAt(0), 99)).toBe(first)
    expect(findKnownVersion(both, dueAt(1_000), 99)).toBeNull()
    expect(findKnownVersion(both, dueAt(1_000), 100)).toBe(first)
    expect(findKnownVersion(both, dueAt(1_000), 199)).toBe(first)
    expect(findKnownVersion(both, dueAt(1_000), 200)).toBe(second)
  })

  test('is the first one, never a revision, when all were received after they were due', () => {
    expect(findKnownVersion(both, dueAt(50), 49)).toBeNull()
    expect(findKnownVersion(both, dueAt(50), 50)).toBe(first)
    expect(findKnownVersion(both, dueAt(50), 150)).toBe(first)
  })

  test('is the oldest due one, when versions are due at different times', () => {
    const dueMs = ({ name }: { name: string }) => (name === 'first' ? 80 : 60)
    expect(findKnownVersion(both, dueMs, 70)).toBe(second)
    expect(findKnownVersion(both, dueMs, 80)).toBe(first)
  })

  test('received late comes from the publisher that holds the slot now, so that no slot mixes two publishers', () => {
    const spare = { knownMs: 50, publisher: 'energy-charts', name: 'spare' } as const
    expect(findKnownVersion([spare, ...both], dueAt(10), 20)).toBe(first)
    expect(findKnownVersion([spare, ...both], dueAt(10), 60)).toBe(spare)
  })
})

describe('the corrected version', () => {
  test('is the newest one received by that instant, and never a later one', () => {
    expect(chooseCorrectedReceivedVersion(both, dueAt(0), 99)).toBeNull()
    expect(chooseCorrectedReceivedVersion(both, dueAt(0), 100)).toBe(second)
  })

  test('of a filled point is the newest one of those that counted as known', () => {
    expect(chooseCorrectedKnownVersion(both, dueAt(50), 49)).toBeNull()
    expect(chooseCorrectedKnownVersion(both, dueAt(50), 50)).toBe(second)
  })
})
