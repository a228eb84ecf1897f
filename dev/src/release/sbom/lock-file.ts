import { join } from 'node:path'

/** Values of `bun.lock` that an SBOM needs. */
export type LockFile = {
  /** `name@version` → hash of the package as the registry gave it, as `sha512-` and base64. */
  readonly integrities: ReadonlyMap<string, string>
  /** Folder of each workspace → its optional packages with their versions. */
  readonly optionalPackages: Readonly<Record<string, Readonly<Record<string, string>>>>
}

type Lock = {
  workspaces: Record<string, { optionalDependencies?: Record<string, string> }>
  packages: Record<string, readonly unknown[]>
}

/** Reads the lock file of a copy of the repository. */
export async function readLockFile(root: string): Promise<LockFile> {
  // As TypeScript's configuration: JSON with commas at the ends.
  const lock = Bun.JSONC.parse(await Bun.file(join(root, 'bun.lock')).text()) as Lock
  const integrities = new Map<string, string>()
  for (const [id, ...details] of Object.values(lock.packages)) {
    const hash = details.find((part) => typeof part === 'string' && part.startsWith('sha512-'))
    if (typeof id === 'string' && typeof hash === 'string') integrities.set(id, hash)
  }
  const workspaces = Object.entries(lock.workspaces)
  return {
    integrities,
    optionalPackages: Object.fromEntries(workspaces.map(([folder, part]) => [folder, part.optionalDependencies ?? {}])),
  }
}

/** The hash of a package in hexadecimal digits. */
export function toHex(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
