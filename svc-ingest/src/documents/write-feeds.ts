import { join } from 'node:path'
import { pagesWithFeedTables, replaceFeedTables } from './feed-tables.ts'

for (const page of Object.keys(pagesWithFeedTables) as (keyof typeof pagesWithFeedTables)[]) {
  const path = join(import.meta.dir, '../../..', page)
  await Bun.write(path, replaceFeedTables(page, await Bun.file(path).text()))
}
