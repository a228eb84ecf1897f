import { readFile, rename, writeFile } from 'node:fs/promises'

/** A random secret that is safe in URLs and configuration lines: 48 hexadecimal characters. */
export function randomSecret(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toHex()
}

/**
 * The secret kept in this file (mode 0600), made on first use. Written beside and renamed, so it is never half there.
 *
 * @param make makes a new one
 */
export async function readOrCreateSecret(path: string, make = randomSecret): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const secret = make()
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}
