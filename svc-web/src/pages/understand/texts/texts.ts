import type { french } from './french.ts'

/** Words of the page in one language: those in French define the keys. */
export type Texts = typeof french
