import { parisDate } from '@hexawatt/shared/time/paris'
import { type OpenPublisher, openPublishers } from '../subjects/publishers.ts'

/** Most days that are counted per publisher, and most calls that are listed. */
const maxDays = 400
const maxListed = 500

/** One call: the instant on the data's clock, real time in ms (for gaps between calls), and the requested path. */
type CountedCall = { publisher: OpenPublisher; at: string; realEpochMs: number; path: string; userAgent: string | null }

/** Counts the calls per publisher and Paris day, so that tests can check budgets; refused calls count too. */
export function createOpenCalls() {
  const countByDay = new Map<OpenPublisher, Map<string, number>>(
    openPublishers.map((publisher) => [publisher, new Map()]),
  )
  let listed: CountedCall[] = []
  return {
    count(publisher: OpenPublisher, now: Temporal.Instant, request: Request): void {
      const days = countByDay.get(publisher) ?? new Map<string, number>()
      const day = parisDate(now).toString()
      days.set(day, (days.get(day) ?? 0) + 1)
      const [oldest] = days.keys()
      if (days.size > maxDays && oldest !== undefined) days.delete(oldest)
      const { pathname, search } = new URL(request.url)
      const userAgent = request.headers.get('user-agent')
      const call = { publisher, at: now.toString(), realEpochMs: Date.now(), path: pathname + search, userAgent }
      listed = [...listed, call].slice(-maxListed)
    },
    /** Calls of a publisher in the month of an instant (Paris). */
    countOfMonth(publisher: OpenPublisher, now: Temporal.Instant): number {
      const month = parisDate(now).toString().slice(0, 'YYYY-MM'.length)
      const days = [...(countByDay.get(publisher) ?? [])].filter(([day]) => day.startsWith(month))
      return days.reduce((sum, [, count]) => sum + count, 0)
    },
    /** Every count by publisher and day, and the newest calls, oldest first. */
    report: () => ({
      perDay: Object.fromEntries([...countByDay].map(([publisher, days]) => [publisher, Object.fromEntries(days)])),
      calls: listed,
    }),
    /** Starts again at zero. */
    clear(): void {
      for (const days of countByDay.values()) days.clear()
      listed = []
    },
  }
}
export type OpenCalls = ReturnType<typeof createOpenCalls>
