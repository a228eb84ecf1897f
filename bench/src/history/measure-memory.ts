import { rawYear } from './asked-paths.ts'
import type { HistoryGround } from './history-ground.ts'
import { printLine } from './report.ts'
import { timedRequest } from './timed-request.ts'

const yearsAtOnce = 20
const limitMegabytes = 200

/** Most memory that a process ever holds while it serves twenty years of raw points at once, twice: first cold, then warm. */
export async function measureMemory(ground: HistoryGround): Promise<void> {
  const service = await ground.startService()
  const idle = await service.peakMegabytes()
  const years = () => Promise.all(Array.from({ length: yearsAtOnce }, () => timedRequest(service.url + rawYear)))
  await years()
  const cold = await service.peakMegabytes()
  await years()
  const warm = await service.peakMegabytes()
  await service.stop()
  printLine(
    `memory, ${yearsAtOnce} raw years at once`,
    `${cold.toFixed(0)} MB cold, ${warm.toFixed(0)} MB after as many warm (idle ${idle.toFixed(0)} MB)`,
    `≤ ${limitMegabytes} MB`,
  )
}
