import { join } from 'node:path'
import { programsPlace } from '@hexawatt/dev/src/programs/places.ts'
import { pinnedPrograms } from './pinned-programs.ts'
import { readProgramsTable, replaceProgramsTable } from './testing/programs-table.ts'

// Writes the results of the last `bun run verify programs` into the page of integrations: `bun test/programs/write-table.ts`.

const page = join(import.meta.dir, '../../docs/guide/integrations/README.md')
const results = Bun.file(programsPlace.results)
const [ran, today] = (await results.exists())
  ? [readProgramsTable(await results.text()), new Date(results.lastModified).toISOString().slice(0, 10)]
  : [[], '']
const text = await Bun.file(page).text()
await Bun.write(page, replaceProgramsTable(text, Object.values(pinnedPrograms), ran, today))
