import type { Format } from '../texts/format.ts'
import type { Texts } from '../texts/texts.ts'

/** What every part of the page is written with. */
export type View = { texts: Texts; format: Format }
