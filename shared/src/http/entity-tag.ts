/**
 * A weak entity tag of some text that names the version of an answer. Weak, since bodies of one version may differ in the instants
 * that move by themselves. 64 bits of a fast hash: a tag keeps apart the few versions of one address, and is no secret.
 */
export function weakTag(text: string): string {
  return `W/"${Bun.hash.xxHash64(text).toString(36)}"`
}

/**
 * JSON text without one member of the object, for a tag that must not move with it: far cheaper than writing the object anew.
 *
 * @param json as `JSON.stringify` has written it
 * @param value of the member
 */
export function withoutMember(json: string, name: string, value: string): string {
  // Quotes inside of a text are escaped: these characters can be nothing but the member.
  return json.replace(`${JSON.stringify(name)}:${JSON.stringify(value)}`, '')
}
