import { describe, expect, test } from 'bun:test'
import { correctedKnownVersion, correctedReceivedVersion, knownVersion } from './known-version.ts'

const first = { knownMs: 100, name: 'first' }
const second = { knownMs: 200, name: 'second' }
const both = [first, second]
const dueAt = (ms: number) => () => ms

describe('the version that counts as known', () => {
  test('is the newest one that had been learnt', () => {
    expect(knownVersion(both, dueAt(0), 99)).toBe(first)
    expect(knownVersion(both, dueAt(1_000), 99)).toBeNull()
    expect(knownVersion(both, dueAt(1_000), 100)).toBe(first)
    expect(knownVersion(both, dueAt(1_000), 199)).toBe(first)
    expect(knownVersion(both, dueAt(1_000), 200)).toBe(second)
  })

  test('is the first one, never a revision, when all were learnt later than they were due', () => {
    expect(knownVersion(both, dueAt(50), 49)).toBeNull()
    expect(knownVersion(both, dueAt(50), 50)).toBe(first)
    expect(knownVersion(both, dueAt(50), 150)).toBe(first)
  })

  test('of versions that are due at different times is the oldest one that was due', () => {
    const dueMs = ({ name }: { name: string }) => (name === 'first' ? 80 : 60)
    expect(knownVersion(both, dueMs, 70)).toBe(second)
    expect(knownVersion(both, dueMs, 80)).toBe(first)
  })
})

describe('the corrected version', () => {
  test('is the newest one of what had been learnt by then, and none of what had not', () => {
    expect(correctedReceivedVersion(both, dueAt(0), 99)).toBeNull()
    expect(correctedReceivedVersion(both, dueAt(0), 100)).toBe(second)
  })

  test('of a filled point is the newest one of what counted as known', () => {
    expect(correctedKnownVersion(both, dueAt(50), 49)).toBeNull()
    expect(correctedKnownVersion(both, dueAt(50), 50)).toBe(second)
  })
})
