import type { Language } from '../../../contract/values/languages.ts'
import type { Statement } from '../statement/statement.ts'
import type { ContractNote } from './texts/report-texts.ts'

/** A statement with what is needed to prove and to repeat it. */
export type Report = {
  /** Version of this form. A change that breaks readers increments it; new members do not. */
  reportVersion: 1
  /** The program that computed it; the version of a page is that of its formulas. */
  tool: { name: string; version: string }
  /** When it was computed, UTC. */
  computedAt: string
  /** Address of the API that gave the hours. */
  apiUrl: string
  /** Kinds of the data: `live` and `open` are measured, `demo` is invented, `replay` is from another time. */
  dataModes: string[]
  /** Months that come from the disk because the API could not be reached, and the oldest receipt among them; null if there is none. */
  storedMonths: { months: string[]; since: string } | null
  file: { name: string; bytes: number; sha256: string }
  /** The command that gives the same figures from the same file. */
  command: string
  language: Language
  /** Why contracts are left out, or how one is counted. */
  notes: ContractNote[]
  statement: Statement
}
