/** Longest name of an account or a key, characters. */
export const maxNameLength = 100

/** Whether a trimmed name may name an account or a key: something, of one line, not too long. */
export function isUsableName(name: string): boolean {
  return name !== '' && name.length <= maxNameLength && !/\p{Cc}/u.test(name)
}
