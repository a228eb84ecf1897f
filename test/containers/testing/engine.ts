import type { Bases } from '@hexawatt/dev/src/containers/engine.ts'

/** The settings that the runner gives to these tests. */
type Settings = {
  /** Why there are no containers on this machine; null: there are. */
  missing: string | null
  bases: Bases
  /** Names the run: its images carry it. */
  run: string
}

const { HEXAWATT_TEST_CONTAINERS_BASES: bases, HEXAWATT_TEST_CONTAINERS_RUN: run = '' } = Bun.env
const missing = Bun.env['HEXAWATT_TEST_CONTAINERS_MISSING'] ?? 'the runner starts these tests: bun run test PATH'

/** Tests of containers are skipped where it says what is missing. */
export const engine: Settings =
  bases === 'pinned' || bases === 'stand-ins'
    ? { missing: null, bases, run }
    : { missing, bases: 'stand-ins', run: 'none' }

/** Longest test of containers, ms: it may build its images first. */
export const containerTimeoutMs = 600_000
