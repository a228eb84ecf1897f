import { startHistoryGround } from './history-ground.ts'
import { measureMemory, measureMix } from './measure-load.ts'
import { measureAnalytics, measureRawYear, measureWindows } from './measure-requests.ts'
import { countPoints, seriesEnd, seriesStart } from './series-store.ts'

/** `bun run bench history`: history and analytics on three years of points, compared with references in one run. */
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
