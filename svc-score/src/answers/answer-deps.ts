import type { Clock } from '@hexawatt/shared/time/clock'
import type { LatestSnapshots } from '../sources/latest-snapshots.ts'

/** What every answer is made from. */
export type AnswerDeps = { latest: LatestSnapshots; clock: Clock }
