import { expect, test } from 'bun:test'
import { pagesWithFeedTables, replaceFeedTables } from '@hexawatt/svc-ingest/src/documents/feed-tables.ts'
import { readText } from '../deploy/testing/deploy-files.ts'

const pages = Object.keys(pagesWithFeedTables) as (keyof typeof pagesWithFeedTables)[]

test.each(pages)(
  '%s lists the feeds as their facts and sources are (bun svc-ingest/src/documents/write-feeds.ts)',
  async (page) => {
    const text = await readText(page)
    expect(text).toBe(replaceFeedTables(page, text))
  },
)
