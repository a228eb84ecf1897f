import type { Runtime } from './runtime.ts'

/** Whether a value is unset in the editor or a message: an empty field is stored as an empty text. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/**
 * A number of the editor, which stores text, or of a message; undefined when unset.
 * @throws Error that names the property, in the language of the runtime
 */
export function readNumber(red: Runtime, name: string, value: unknown): number | undefined {
  if (isNothing(value)) return undefined
  const number = typeof value === 'string' ? Number(value.trim().replace(',', '.')) : value
  if (typeof number === 'number' && Number.isFinite(number)) return number
  throw new Error(red._('runtime.noNumber', { name, value: String(value) }))
}

/**
 * A word of the editor or of a message; undefined when unset. The API refuses unknown words.
 * @throws Error that names the property, in the language of the runtime
 */
export function readWord<Word extends string>(red: Runtime, name: string, value: unknown): Word | undefined {
  if (isNothing(value)) return undefined
  if (typeof value === 'string') return value.trim() as Word
  throw new Error(red._('runtime.noText', { name, value: String(value) }))
}
