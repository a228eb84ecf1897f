import type { CurrentDashboard } from '@hexawatt/shared/answers/dashboard/current-dashboard'
import type { Clock } from '@hexawatt/shared/time/clock'
import { quarterHourMs } from '@hexawatt/shared/time/instant'
import type { ServedPage } from '../../kit/served-page.ts'
import { describeKnown, type EmbedFacts, readEmbedFacts } from './embed-facts.ts'

export type EmbedDeps = { current: Pick<CurrentDashboard, 'latest'>; clock: Clock; publicBaseUrl: string }

/**
 * Makes a page that many sites show: rendered once for each quarter-hour and choice, and once more when facts become known, unknown or outdated in between.
 * Its entity tag changes only then.
 */
export function createQuarterHourPages<Choice extends Readonly<Record<string, string>>>(
  { current, clock }: Pick<EmbedDeps, 'current' | 'clock'>,
  render: (facts: EmbedFacts, choice: Choice) => ServedPage,
) {
  const pages = new Map<string, ServedPage>()
  let quarterHour = 0
  return async function answerChoice(request: Request, choice: Choice): Promise<Response> {
    const facts = readEmbedFacts(await current.latest().catch(() => null))
    const present = Math.floor(clock.now().epochMilliseconds / quarterHourMs)
    if (present !== quarterHour) pages.clear()
    quarterHour = present
    const key = [...Object.values(choice), describeKnown(facts)].join(' ')
    const page = pages.get(key) ?? render(facts, choice)
    pages.set(key, page)
    return page(request)
  }
}
