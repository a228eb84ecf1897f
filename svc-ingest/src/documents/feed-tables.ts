import { type FeedFacts, feedFacts } from '@hexawatt/shared/grid/feed-facts'
import { type FeedId, feedIds, weightedFeedIds } from '@hexawatt/shared/grid/feeds'
import { listChoices } from '../sources/fallback-order.ts'
import { getSource } from '../sources/registry.ts'

/** The tables of documents that list feeds, made of the facts and the sources of the feeds. */
export function renderFeedTables(): { resources: string; dueTimes: string; weights: string; openDatasets: string } {
  const byWeight = weightedFeedIds.toSorted((a, b) => feedFacts[b].confidenceWeight - feedFacts[a].confidenceWeight)
  return {
    resources: formatTable(
      ['feed', 'resource of the operator', 'stored series or documents'],
      feedIds.map((id) => [`\`${id}\``, `\`${findResource(id)}\``, getSource(id).holds ?? '']),
    ),
    dueTimes: formatTable(
      ['feed', 'due', 'tolerance', 'polled every'],
      feedIds.map((id) => [
        `\`${id}\``,
        describeDue(feedFacts[id]),
        describeTolerance(feedFacts[id]),
        describeInterval(id),
      ]),
    ),
    openDatasets: formatTable(
      ['feed', 'open datasets, the first choice first'],
      feedIds.map((id) => [`\`${id}\``, describeChoices(id)]),
    ),
    weights: formatTable(
      ['feed', 'weight'],
      byWeight.map((id) => [`\`${id}\``, String(feedFacts[id].confidenceWeight)]),
    ),
  }
}

/** The documents with such a table, from the root of the repository. */
export const pagesWithFeedTables = {
  'docs/operate/feeds.md': ['resources', 'dueTimes', 'openDatasets'],
  'docs/methodology/score.md': ['weights'],
} as const satisfies Record<string, readonly (keyof ReturnType<typeof renderFeedTables>)[]>

/** A document with its tables of feeds as they are now. @throws Error when it lacks one */
export function replaceFeedTables(page: keyof typeof pagesWithFeedTables, text: string): string {
  const tables = renderFeedTables()
  return pagesWithFeedTables[page].reduce((changed, name) => {
    const [header = ''] = tables[name].split('\n', 1)
    const start = changed.indexOf(`${header}\n`)
    if (start === -1) throw new Error(`${page} has no table with the line ${header}`)
    const end = changed.indexOf('\n\n', start)
    return `${changed.slice(0, start)}${tables[name]}${changed.slice(end)}`
  }, text)
}

/** Path of the operator's resource. */
function findResource(id: string): string {
  const now = Temporal.Instant.from('2026-01-13T12:00:00Z')
  const [call] = getSource(id).calls({ now, lastSuccess: null, newestSlotEnd: null })
  return call?.path.replace('/open_api/', '') ?? ''
}

function describeDue({ publication }: FeedFacts): string {
  if (publication.kind === 'poll') return `asked every ${publication.everyMinutes} min`
  if (publication.kind === 'daily') return `daily at ${publication.at}, to D+${publication.daysAhead}`
  return `${publication.dueMinutes} min after each slot of ${publication.slotMinutes} min`
}

function describeTolerance({ toleranceMinutes }: FeedFacts): string {
  return toleranceMinutes === null ? 'never late' : `${toleranceMinutes} min`
}

/** Regular interval of the polls of the operator's API. */
function describeInterval(id: FeedId): string {
  const { rhythm } = getSource(id)
  return rhythm.kind === 'interval' ? `${rhythm.everyMinutes} min` : ''
}

/** Choices one after the other; datasets that are one choice together are joined by "with". */
function describeChoices(id: FeedId): string {
  const choices = listChoices(id).map((datasets) => datasets.map((dataset) => `\`${dataset}\``).join(' with '))
  return choices.join(', ') || 'none'
}

function formatTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [`| ${header.join(' | ')} |`, `|${'---|'.repeat(header.length)}`, ...lines].join('\n')
}
