import type { Format } from './format.ts'
import type { Texts } from './texts.ts'

/** What every part of the page is written with. */
export type View = { texts: Texts; format: Format }
