import type { View } from '../texts/view.ts'
import { type Html, html } from './html.ts'

/** A value as text, or that it is not known: never a number that stands for nothing. */
export function orUnknown<Value>(value: Value | null, { texts }: View, write: (value: Value) => string): Html {
  return value === null ? html`<span class="unknown">${texts.unknown}</span>` : html`${write(value)}`
}
