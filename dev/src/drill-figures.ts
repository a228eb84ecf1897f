import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const figuresDir = resolve(import.meta.dir, '../../.hexawatt/drills')

/** One line of a drill's table: the measured value, and its target; no target = only printed. */
export type Figure = { name: string; value: string | number; target?: string }

/** The figures of a drill, as the file of their name has them. */
type Figures = { drill: string; figures: readonly Figure[] }

/** Prints the figures of a drill next to their targets, and stores them as `.hexawatt/drills/<name>.json`. */
export async function reportFigures(drill: string, figures: readonly Figure[]): Promise<void> {
  console.log(`\n${formatFigures({ drill, figures })}\n`)
  await mkdir(figuresDir, { recursive: true })
  const file = drill.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  await Bun.write(join(figuresDir, `${file}.json`), `${JSON.stringify({ drill, figures }, null, 2)}\n`)
}

/** The tables that were stored since an instant, in order of their names; empty when there is none. */
export async function readFigures(since: Temporal.Instant): Promise<string> {
  const names = (await readdir(figuresDir).catch(() => [])).sort()
  const tables: string[] = []
  for (const name of names) {
    const file = join(figuresDir, name)
    if ((await stat(file)).mtimeMs < since.epochMilliseconds) continue
    tables.push(formatFigures(JSON.parse(await readFile(file, 'utf8'))))
  }
  return tables.join('\n\n')
}

function formatFigures({ drill, figures }: Figures): string {
  const widest = Math.max(...figures.map(({ name }) => name.length))
  const widestValue = Math.max(...figures.map(({ value }) => String(value).length))
  const lines = figures.map(({ name, value, target }) => {
    const cells = `${name.padEnd(widest)}  ${String(value).padStart(widestValue)}`
    return target === undefined ? `  ${cells}` : `  ${cells}   (${target})`
  })
  return [drill, ...lines].join('\n')
}
