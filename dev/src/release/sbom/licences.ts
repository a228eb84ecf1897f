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

/** Whether all parts of an SPDX expression are allowed; of parts joined by OR, one suffices. */
export function isAllowed(expression: string): boolean {
  const parts = expression.replaceAll(/[()]/g, '').split(/\s+OR\s+/)
  return parts.some((part) => part.split(/\s+AND\s+/).every((licence) => list.allowed.includes(licence)))
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

/** Names of the packages whose licence `licences.json` states. */
export const statedPackages: readonly string[] = Object.keys(stated)
