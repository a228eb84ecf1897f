import { join, relative } from 'node:path'
import { rolePasswordSettings } from '@hexawatt/shared/postgres/roles/program-roles'

import { programSchemas } from '../up/program-settings.ts'
import { readSettingComments } from './setting-comments.ts'

/** The page with every setting, from the root of the repository. */
export const settingsPage = 'docs/operate/settings.md'

const { upstream: _demo, ...schemas } = programSchemas
/** APIs of the operator, each with a pair of settings of its own. */
const operatorApis = Object.keys(schemas['svc-ingest'].entries).flatMap(
  (name) => name.match(/^RTE_CLIENT_ID_(.*)/)?.[1] ?? [],
)
const programs = (Object.keys(schemas) as (keyof typeof schemas)[]).reverse()
type Program = (typeof programs)[number]

/** Settings that another program of the product sets, never an operator. */
const setByPrograms: readonly string[] = ['EXIT_WITH_STDIN', 'GATEWAY_PROCESS']

/** A schema of valibot, as far as a table shows it. */
type Entry = {
  type: string
  default?: unknown
  literal?: unknown
  wrapped?: Entry
  options?: readonly unknown[]
  pipe?: readonly Action[]
}
type Action = Entry & { requirement?: unknown }

/** Settings with the same text, by the names that a table shows for them. */
type Row = { name: string; readers: readonly Program[]; entries: readonly Entry[]; meaning: string }

const title = `# Settings

For an operator who looks for a setting. Every program reads its environment once at the start; a setting that is not usable ends the program with exit code 1, after it has printed *all* problems. \`bun dev/src/documents/write-settings.ts\`
writes this page from the \`env.ts\` of each program: change a text there ([adding a setting](../develop/adding-a-setting.md)).`

/** The page as Markdown. @throws Error when a setting has no comment */
export async function renderSettingsPage(): Promise<string> {
  const rows = await listRows()
  const isShared = ({ readers }: Row): boolean => readers.length > 1
  const sections = programs.map((program) => {
    const own = rows.filter((row) => !isShared(row) && row.readers.includes(program))
    return own.length === 0 ? [] : [`## ${program}`, formatTable(own)]
  })
  const migrate = Object.keys(rolePasswordSettings).map((name) => `\`${name}\``)
  return `${[
    title,
    '## Several programs',
    formatTable(rows.filter(isShared)),
    ...sections.flat(),
    `\`<API>\` is one of ${operatorApis.map((api) => `\`${api}\``).join(', ')}. The operator of the grid subscribes an application to each API and each major version separately; without the subscription it answers 403, and the feeds of that API fail.`,
    '## migrate',
    `\`DATABASE_URL\` is that of the owner of the database. ${migrate.join(', ')}: the password of each program's role, 16 to 200 letters, digits or \`. _ ~ -\`. A role without one keeps the password that it has ([roles](postgres.md#a-role-for-each-program)).`,
  ].join('\n\n')}\n`
}

async function listRows(): Promise<Row[]> {
  const commentOf = await readSettingComments()
  const names = new Set(programs.flatMap((program) => Object.keys(schemas[program].entries)))
  const rows = new Map<string, Row>()
  for (const name of names) {
    if (setByPrograms.includes(name)) continue
    const readers = programs.filter((program) => Object.hasOwn(schemas[program].entries, name))
    const shown = name.replace(/^(RTE_CLIENT_(?:ID|SECRET))_.*/, '$1_<API>')
    const entries = readers.map((program) => (schemas[program].entries as Record<string, Entry>)[name] as Entry)
    rows.set(shown, { name: shown, readers, entries, meaning: linkPages(commentOf(shown, readers)) })
  }
  return [...rows.values()]
}

/** A line for each setting; settings that differ by name only share a line. */
function formatTable(rows: readonly Row[]): string {
  const hasReaders = rows.some(({ readers }) => readers.length > 1)
  const namesByRest = new Map<string, string[]>()
  for (const row of rows) {
    const readers = hasReaders ? [formatReaders(row.readers)] : []
    const rest = [...readers, formatDefault(row), formatAccepted(row.entries[0]), row.meaning].join(' | ')
    namesByRest.set(rest, [...(namesByRest.get(rest) ?? []), `\`${row.name}\``])
  }
  const header = ['setting', ...(hasReaders ? ['programs'] : []), 'default', 'accepted', 'meaning']
  const lines = [...namesByRest].map(([rest, names]) => `| ${names.join(', ')} | ${rest} |`)
  return [`| ${header.join(' | ')} |`, `|${'---|'.repeat(header.length)}`, ...lines].join('\n')
}

function formatReaders(readers: readonly Program[]): string {
  if (readers.length === programs.length) return 'all'
  const others = programs.filter((program) => !readers.includes(program))
  return others.length === 1 ? `all but ${others[0]}` : readers.join(', ')
}

/** The default, or each default with the programs that have it; an optional setting without one is shown as a dash. */
function formatDefault({ readers, entries }: Row): string {
  const texts = entries.map(({ type, default: value }) => {
    if (type !== 'optional') return '**required**'
    return value === undefined || value === '' ? '–' : `\`${value}\``
  })
  const distinct = [...new Set(texts)]
  if (distinct.length === 1) return distinct[0] ?? ''
  return distinct
    .map((text) => `${text} (${readers.filter((_, position) => texts[position] === text).join(', ')})`)
    .join(', ')
}

/** The words that are accepted, or the bounds of a number; nothing for a text that only its meaning describes. */
function formatAccepted(entry: Entry | undefined): string {
  if (entry === undefined) return ''
  if (entry.wrapped !== undefined) return formatAccepted(entry.wrapped)
  if (entry.type === 'picklist') return (entry.options ?? []).map((option) => `\`${option}\``).join(', ')
  if (entry.type === 'literal') return entry.literal ? `\`${entry.literal}\`` : ''
  if (entry.type === 'union') {
    const parts = ((entry.options ?? []) as Entry[]).map(formatAccepted)
    return parts.filter((part) => part !== '').join(', ')
  }
  const find = (type: string): unknown => entry.pipe?.find((action) => action.type === type)?.requirement
  const [least, most] = [find('min_value'), find('max_value')]
  return typeof least === 'number' && typeof most === 'number' ? `${least} to ${most}` : ''
}

/** Pages that a comment cites from the root become links from this page. */
function linkPages(text: string): string {
  const folder = join(settingsPage, '..')
  return text.replace(/\bdocs\/([\w/-]+)\.md(#[\w-]+)?/g, (cited, page: string, anchor = '') => {
    const label = page.split('/').at(-1) ?? page
    return `[${label}](${relative(folder, cited.replace(/#.*/, ''))}${anchor})`
  })
}
