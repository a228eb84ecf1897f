import type { Language } from '@hexawatt/shared/contract/values/languages'
import type { ShownResult } from '../../result/shown-result.ts'
import type { HouseholdTerms } from '../../terms/household-terms.ts'

/** Forms in which the statement can be kept. */
export type KeptForm = 'html' | 'csv' | 'json'

/** A message of the page to its worker. One worker reads one file, or several files that it joins. */
export type ToWorker =
  | {
      kind: 'read'
      files: File[]
      terms: HouseholdTerms
      language: Language /** Address of the page, to which those of the API are relative. */
      pageUrl: string
    }
  | { kind: 'terms'; terms: HouseholdTerms /** Whether figures depend on what has changed. */; needsFigures: boolean }
  | { kind: 'keep'; form: KeptForm }

/** A message of the worker to its page. `failed` carries the key of the text that the page shows. */
export type FromWorker =
  | { kind: 'reading' }
  | { kind: 'months'; done: number; all: number }
  | { kind: 'waiting'; seconds: number }
  | { kind: 'computing' }
  | { kind: 'refused'; text: string }
  | { kind: 'tooLong'; months: number; most: number }
  | { kind: 'failed'; reason: 'failed' | 'unreachable' | 'joined' }
  | { kind: 'result'; result: ShownResult }
  | { kind: 'kept'; form: KeptForm; name: string; text: string }
