/** Longest name of an account or a key, characters. */
export const maxNameLength = 100

/** Whether a trimmed name may name an account or a key: something, of one line, not too long. */
export function isUsableName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && !hasControlCharacters(name)
}

/** Whether a text holds what nobody types into a name or an id; Postgres refuses one of them, NUL, in any text. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
