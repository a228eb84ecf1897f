import type { Program } from './install.ts'

/** A row of the table of programs, in the results of a run or on the page of integrations. */
export type ProgramsRow = { name: string; version: string; ran: string; result: string; on: string }

const heading = '| program | version | what ran | result | on |'
/** Result of a program whose pinned version has not been run since it was pinned. */
export const notRunYet = 'not run yet'

/** Rows of every table of programs in a text; without a day where the table has none. */
export function readProgramsTable(text: string): ProgramsRow[] {
  const [, after = ''] = text.split(/^\| program \| version \| what ran \| result \|.*\n\|[-| ]*\n/m)
  const [table = ''] = after.split('\n\n')
  return table
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => {
      const [name = '', version = '', ran = '', result = '', on = ''] = line.replace(/^\| | \|$/g, '').split(' | ')
      return { name, version, ran, result, on }
    })
}

/**
 * The text with its table made anew: a row for each program, with its result of the last run of all, else of the table as it stood, as long as that was the
 * same version.
 *
 * @param ran rows of the last run
 * @param today day of that run
 */
export function replaceProgramsTable(
  text: string,
  programs: readonly Program[],
  ran: readonly ProgramsRow[],
  today: string,
): string {
  const known = [...ran.map((row) => ({ ...row, on: today })), ...readProgramsTable(text)]
  const rows = programs.map(({ name, version, ran: what }) => {
    const { result, on } = known.find((row) => row.name === name && row.version === version) ?? {
      result: notRunYet,
      on: '',
    }
    return `| ${[name, version, what, result, on].join(' | ')} |`
  })
  const [before = '', after = ''] = text.split(heading)
  const rest = after.slice(after.indexOf('\n\n'))
  return `${before}${[heading, '|---|---|---|---|---|', ...rows].join('\n')}${rest}`
}
