import { DashboardResponse } from '@hexawatt/shared/contract/dashboard'
import { dashboardSnapshot } from '@hexawatt/shared/snapshot/kinds'
import * as v from 'valibot'
import type { System } from '../../testing/system-fixture.ts'
import { scenarios } from './scenarios.ts'

/** Lets a system show the states of {@link scenarios} one after the other: by its snapshot of the dashboard. */
export async function createStates(system: System) {
  const calm = v.parse(DashboardResponse, await (await system.get('/api/dashboard')).json())
  let shownAt = system.clock.now()
  return async function show(state: string): Promise<void> {
    const change = scenarios[state]
    if (change === undefined) throw new Error(`there is no state ${state}`)
    // A snapshot is replaced only by a later one.
    shownAt = shownAt.add({ milliseconds: 1 })
    await system.ingest.snapshots.write(dashboardSnapshot, change(calm), shownAt)
  }
}
