import list from './licences.json' with { type: 'json' }

// The one list of licences that what is shipped may have. `stated` has the licence of a package whose own manifest states none, or not all of them:
// read in its LICENSE file (suncalc), or in the licences of the programs that are in it (Bun: JavaScriptCore; the embedded Postgres).

/** A package and its licence as an SPDX expression; null when it states none. */
export type Licensed = { readonly name: string; readonly version: string; readonly licence: string | null }

const stated: Readonly<Record<string, string>> = list.stated

/** SPDX expression of a package's licence: the one that this project has read, otherwise the one that the package states. Null when there is none. */
export function licenceOf(name: string, fromManifest: unknown): string | null {
  return stated[name] ?? (typeof fromManifest === 'string' && fromManifest !== '' ? fromManifest : null)
}

/** Whether all parts of an SPDX expression are allowed; of parts joined by OR, one suffices. An expression with both is refused: a person reads it. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '')
  const [choices, parts] = [plain.split(/\s+OR\s+/), plain.split(/\s+AND\s+/)]
  const isListed = (licence: string) => list.allowed.includes(licence)
  if (choices.length > 1 && parts.length > 1) return false
  return choices.length > 1 ? choices.some(isListed) : parts.every(isListed)
}

/** One sentence for each package that must not be shipped, because its licence is unknown or is not allowed. */
export function listRefusedLicences(packages: readonly Licensed[]): string[] {
  return packages.flatMap(({ name, version, licence }) => {
    if (licence === null) return [`${name} ${version} states no licence`]
    return isAllowed(licence)
      ? []
      : [`${name} ${version} has the licence ${licence}, which licences.json does not allow`]
  })
}
