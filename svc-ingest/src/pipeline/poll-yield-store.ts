import type { FeedId } from '@hexawatt/shared/grid/feeds'
import type { Sql } from '@hexawatt/shared/postgres/client'
import type { OtherContent, PolledId } from '../sources/definition/source.ts'

/** Kind of content of an answer: values of a feed, or content without a feed. */
export type YieldContent = FeedId | OtherContent

/** Number of values that a complete poll found of each content that it asked for. */
export type PollYield = ReadonlyMap<YieldContent, number>

/**
 * Records the number of values of a complete poll: an empty poll counts where an earlier poll had values.
 *
 * @returns content that this poll lacks and the poll before it had
 */
export async function recordYield(sql: Sql, source: PolledId, found: PollYield): Promise<string[]> {
  const withValues = [...found].filter(([, values]) => values > 0).map(([content]) => content)
  const empty = [...found].filter(([, values]) => values === 0).map(([content]) => content)
  const counted = await sql.begin(async (tx) => {
    await tx`
      insert into poll_yields (source, content)
      select ${source}, content from unnest(${withValues}::text[]) as yielded (content)
      on conflict (source, content) do update set empty_polls = 0 where poll_yields.empty_polls > 0`
    return tx<EmptyPolls[]>`
      update poll_yields set empty_polls = empty_polls + 1
      where source = ${source} and content = any(${empty}::text[])
      returning source, content, empty_polls`
  })
  return counted.filter(({ emptyPolls }) => emptyPolls === 1).map(({ content }) => content)
}

/** Polls in a row that found nothing of a content which their source had before; 0 = the newest poll found some. */
export type EmptyPolls = { source: string; content: string; emptyPolls: number }

export async function readEmptyPolls(sql: Sql): Promise<EmptyPolls[]> {
  return sql<EmptyPolls[]>`select source, content, empty_polls from poll_yields`
}
