import { startHistoryFixture } from './history-fixture.ts'
import { measureMemory, measureMix } from './measure-load.ts'
import { measureAnalytics, measureRawYear, measureWindows } from './measure-requests.ts'
import { countPoints, seriesEnd, seriesStart } from './series-store.ts'

/** `bun run bench history`: history and analytics on three years of points, compared with references in one run. */
export async function benchHistory(): Promise<void> {
  const fixture = await startHistoryFixture()
  try {
    const points = await countPoints(fixture.sql)
    console.log(`${points.toLocaleString('en')} points from ${seriesStart} to ${seriesEnd}, svc-history as a process:`)
    await measureRawYear(fixture)
    await measureWindows(fixture)
    await measureAnalytics(fixture)
    await measureMix(fixture)
    await measureMemory(fixture)
  } finally {
    await fixture.stop()
  }
}
