/** Longest text that is compared, characters: refusals are free for clients, and must stay cheap. */
const maxLength = 60
/** Shortest text that may match a word by its beginning or end only. */
const minPartLength = 4

/** A word, and the form in which it is compared. */
type KnownWord = { word: string; key: string }

/** Regardless of case and separators. */
const toParameterKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Regardless of case, separators, and the prefix of a version or of the API. */
const toPathKey = (path: string): string => toParameterKey(path.replace(/^\/+(?:api\/+)?(?:v\d+\/+)?/i, ''))

/** The parameter, or the word of a list, that the client probably meant; null when none is near. */
export function findNearestWord(name: string, accepted: readonly string[]): string | null {
  if (name.length > maxLength) return null
  const known = accepted.map((word) => ({ word, key: toParameterKey(word) }))
  return findNearMiss(toParameterKey(name), known)
}

/** Makes the search for the path that the client probably meant; null when none is near. */
export function createNearestPath(paths: readonly string[]): (path: string) => string | null {
  const known = paths.map((word) => ({ word, key: toPathKey(word) }))
  return (path) => (path.length > maxLength ? null : findNearMiss(toPathKey(path), known))
}

/** The end of a refusal: names the word that the client probably meant. */
export const suggestWord = (word: string | null): string => (word === null ? '' : ` Did you mean ${word}?`)

/** The word that is the same in another spelling, else the only word that begins or ends with the text, else the word that differs by the fewest letters. */
function findNearMiss(given: string, known: readonly KnownWord[]): string | null {
  if (given === '') return null
  const same = known.find(({ key }) => key === given)
  if (same !== undefined) return same.word
  const longer = given.length < minPartLength ? [] : known.filter(({ key }) => isPart(given, key))
  const [only] = longer
  if (longer.length === 1 && only !== undefined) return only.word
  const most = given.length < minPartLength ? 1 : 2
  const [nearest] = known
    .filter(({ key }) => Math.abs(key.length - given.length) <= most)
    .map(({ word, key }) => ({ word, distance: editDistance(given, key, most) }))
    .sort((one, other) => one.distance - other.distance)
  return nearest !== undefined && nearest.distance <= most ? nearest.word : null
}

const isPart = (given: string, key: string): boolean => key.startsWith(given) || key.endsWith(given)

/** One row of distances; texts have at most {@link maxLength} characters. */
const row = new Uint8Array(maxLength + 1)

/**
 * Letters to insert, remove or replace (Levenshtein, "Binary codes", 1966). The search ends as soon as the result must exceed `most`, because a flood of
 * wrong paths passes here.
 */
function editDistance(one: string, other: string, most: number): number {
  for (let j = 0; j <= other.length; j += 1) row[j] = j
  for (let i = 0; i < one.length; i += 1) {
    let diagonal = i
    let left = i + 1
    let least = left
    row[0] = left
    for (let j = 1; j <= other.length; j += 1) {
      const above = row[j] ?? 0
      const replaced = one.charCodeAt(i) === other.charCodeAt(j - 1) ? diagonal : diagonal + 1
      left = Math.min(replaced, above + 1, left + 1)
      row[j] = left
      diagonal = above
      if (left < least) least = left
    }
    if (least > most) return most + 1
  }
  return row[other.length] ?? 0
}
