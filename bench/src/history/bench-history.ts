import { startHistoryGround } from './history-ground.ts'
import { measureAnalytics } from './measure-analytics.ts'
import { measureMemory } from './measure-memory.ts'
import { measureMix } from './measure-mix.ts'
import { measureRawYear } from './measure-raw-year.ts'
import { measureWindows } from './measure-windows.ts'
import { seriesEnd, seriesStart } from './series-bounds.ts'
import { countPoints } from './series-store.ts'

/** `bun run bench history`: history and analytics on three years of points, each beside its yardstick in one run. */
export async function benchHistory(): Promise<void> {
  const ground = await startHistoryGround()
  try {
    const points = await countPoints(ground.sql)
    console.log(`${points.toLocaleString('en')} points from ${seriesStart} to ${seriesEnd}, svc-history as a process:`)
    await measureRawYear(ground)
    await measureWindows(ground)
    await measureAnalytics(ground)
    await measureMix(ground)
    await measureMemory(ground)
  } finally {
    await ground.stop()
  }
}
