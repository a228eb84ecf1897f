import { readFile, rename, writeFile } from 'node:fs/promises'

/** A random secret of 48 hexadecimal characters, safe in URLs and configuration lines. */
export function makeRandomSecret(): string {
  return crypto.getRandomValues(new Uint8Array(24)).toHex()
}

/** Reads the secret of this file (mode 0600), or creates it with `make`. Written under another name and renamed: never partial. */
export async function readOrCreateSecret(path: string, make = makeRandomSecret): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => '')
  if (known.trim() !== '') return known.trim()
  const secret = make()
  await writeFile(`${path}.new`, `${secret}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  return secret
}
