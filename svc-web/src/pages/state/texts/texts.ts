import type { french } from './french.ts'

/** Texts of the page in one language: those in French define the keys. */
export type Texts = typeof french
