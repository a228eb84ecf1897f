import { type HoursDeps, refreshHours } from '@hexawatt/svc-ingest/src/hours/refresh-hours.ts'

/** Computes every requested hour, as svc-ingest does in the background. @returns how many rows were added or changed */
export async function computeRequestedHours(deps: HoursDeps): Promise<number> {
  let changed = 0
  for (;;) {
    const piece = await refreshHours(deps)
    changed += piece.changed
    if (piece.isDone) return changed
  }
}
