import { describe, expect, test } from 'bun:test'
import { programSchemas } from '@hexawatt/dev/src/up/program-settings.ts'
import { movedSettings } from '@hexawatt/gateway/src/moved-settings.ts'
import { rolePasswordSettings } from '@hexawatt/shared/postgres/roles/program-roles'

const { upstream: _demo, ...schemas } = programSchemas
const programs = Object.keys(schemas)

/** Settings that another program of the product sets, never an operator. */
const setByPrograms = ['EXIT_WITH_STDIN', 'GATEWAY_PROCESS']

type Row = { name: string; readBy: string[] }

/** The rows of the table of settings, one for each name. */
async function documented(): Promise<Row[]> {
  const text = await Bun.file(new URL('../../docs/operate/settings.md', import.meta.url)).text()
  const table = text.slice(text.indexOf('| variable | programs |'))
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)
  return rows.flatMap((row) => {
    const [, names = '', readers = ''] = row.split(/(?<!\\)\|/)
    return [...names.matchAll(/`([A-Z_<>]+)`/g)].map(([, name = '']) => ({ name, readBy: programsIn(readers) }))
  })
}

/** `all`, `all but …`, or the programs by name; commands and remarks are left out. */
function programsIn(cell: string): string[] {
  const named = programs.filter((program) => new RegExp(`(?<![\\w-])${program}(?![\\w-])`).test(cell))
  if (!/^\s*all\b/.test(cell)) return named
  return programs.filter((program) => !cell.includes('all but') || !named.includes(program))
}

const readBy = (name: string) =>
  Object.entries(schemas)
    .filter(([, { entries }]) => Object.hasOwn(entries, name))
    .map(([program]) => program)

describe('docs/operate/settings.md has one line for each setting', () => {
  test('every setting of a program stands there, with the programs that read it', async () => {
    const rows = await documented()
    const perApi = /^(RTE_CLIENT_ID|RTE_CLIENT_SECRET)_[A-Z_]+$/
    const names = new Set(Object.values(schemas).flatMap(({ entries }) => Object.keys(entries)))
    const wrong = [...names].flatMap((name) => {
      if (setByPrograms.includes(name)) return []
      const shown = name.replace(perApi, '$1_<API>')
      const said = rows.filter((row) => row.name === shown)
      if (said.length !== 1) return [`${name} stands in ${said.length} lines`]
      const [wanted, given] = [readBy(name), said[0]?.readBy ?? []].map((list) => list.toSorted().join(', '))
      return wanted === given ? [] : [`${name} is read by ${wanted}, and documented for ${given}`]
    })
    expect(wrong).toEqual([])
  })

  test('nothing stands there that no program reads', async () => {
    const known = new Set([
      ...Object.values(schemas).flatMap(({ entries }) => Object.keys(entries)),
      // Of `migrate`, which gives each role its password.
      ...Object.keys(rolePasswordSettings),
    ])
    const unknown = (await documented()).filter(({ name }) => !known.has(name) && !name.endsWith('_<API>'))
    expect(unknown.map(({ name }) => name)).toEqual([])
  })
})

test('a setting that the gateway says to have moved is one of svc-web', () => {
  expect(movedSettings.filter((name) => !Object.hasOwn(programSchemas['svc-web'].entries, name))).toEqual([])
})
