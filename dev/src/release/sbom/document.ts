/** A component of CycloneDX 1.7, as far as this project writes it (https://cyclonedx.org/docs/1.7/json/). */
export type Component = {
  readonly type: 'container' | 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version?: string
  /** Versions that its user may have, in the notation of `vers:`; with `isExternal`. */
  readonly versionRange?: string
  /** Not part of the artefact: its user has it from elsewhere. */
  readonly isExternal?: true
  readonly purl?: string
  readonly licenses?: readonly ({ readonly expression: string } | { readonly license: { readonly name: string } })[]
  readonly hashes?: readonly { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }[]
}

/** Fields of every library of an SBOM. Other components refer to a library by its purl. */
export function nameLibrary(purl: string, name: string, version: string) {
  return { type: 'library', 'bom-ref': purl, name, version, purl } as const
}

/** Inputs of an SBOM. */
export type SbomParts = {
  readonly subject: Component
  readonly components: readonly Component[]
  /** Reference of a component → references of those that it needs. */
  readonly dependsOn: ReadonlyMap<string, readonly string[]>
  /** Whether every component of the subject is listed. */
  readonly isComplete: boolean
  /** Instant of the release's commit. */
  readonly at: Temporal.Instant
}

/**
 * The text of an SBOM in CycloneDX 1.7 JSON. The same parts give the same text: its serial number is derived from them, and its time is the commit's.
 */
export function writeDocument({ subject, components, dependsOn, isComplete, at }: SbomParts): string {
  const known = new Set([subject, ...components].map((component) => component['bom-ref']))
  const content = {
    metadata: { timestamp: at.toString({ smallestUnit: 'second' }), component: subject },
    components,
    dependencies: [...known].map((ref) => ({
      ref,
      dependsOn: (dependsOn.get(ref) ?? []).filter((other) => known.has(other)),
    })),
    compositions: [{ aggregate: isComplete ? 'complete' : 'incomplete', assemblies: [subject['bom-ref']] }],
  }
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(content))}`
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.7', serialNumber, version: 1, ...content }, null, 2)}\n`
}

/** A UUID of version 8 (RFC 9562): derived from the text. */
function uuidOf(text: string): string {
  const digits = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
