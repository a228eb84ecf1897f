import type { EnvSource } from '@hexawatt/shared/config/parse-env'

/** Names of settings whose values are secrets. */
const secretNames = /SECRET|TOKEN|PASSWORD|PASS$|KEY|CLIENT_ID|CREDENTIAL/
/** A shorter value cannot be distinguished from other text, so it is not removed. */
const minSecretChars = 6
const removed = '(removed)'

/** Every secret of the settings: values of secret names, and names and passwords in addresses. */
export function listSecrets(env: EnvSource): string[] {
  const values = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || value === '') return []
    return secretNames.test(name) ? [value] : readAccess(value)
  })
  // As the header of a token request has them.
  const pairs = Object.keys(env).flatMap((name) => {
    const [id, secret] = [env[name], env[name.replace('CLIENT_ID', 'CLIENT_SECRET')]]
    return name.includes('CLIENT_ID') && id && secret ? [`${id}:${secret}`] : []
  })
  return [...pairs, ...values].filter((value) => value.length >= minSecretChars)
}

/** User name and password of an address, as they are written and decoded. */
function readAccess(value: string): string[] {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null) return []
  return [url.username, url.password].flatMap((part) => [part, decode(part)]).filter((part) => part !== '')
}

/** A part as it was before it was percent-encoded; as it is where a person wrote a bare `%` into it. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A text without any of the secrets, nor their forms in base 64, in JSON and in addresses. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ])
  // The longest first: one secret may be a part of another.
  return [...new Set(forms)]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, removed), text)
}
