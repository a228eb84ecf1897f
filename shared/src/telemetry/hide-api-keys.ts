/** Anything that looks like an API key of the product, or the beginning of one. */
const apiKeyLike = /hxw_[0-9a-z]+/gi

/** Whether a text holds what {@link hideApiKeys} blanks, without decoding it. */
export function hasApiKey(text: string): boolean {
  return text.search(apiKeyLike) !== -1
}

/** ASCII that is percent-encoded once or several times; keys hold no other characters. */
const encodedAscii = /%(?:25)*([2-7][0-9a-f])/gi

/** Maximum number of decoding rounds. */
const maxDecodings = 8

/**
 * Blanks API keys in user input: customers put them into paths and queries by mistake. When a key is percent-encoded, also in part or
 * several times, the text is returned with its ASCII decoded and the key blanked.
 */
export function hideApiKeys(text: string): string {
  const hidden = text.replace(apiKeyLike, 'hxw_[hidden]')
  if (!text.includes('%')) return hidden
  const plain = decodeAscii(text)
  return hasApiKey(plain) ? plain.replace(apiKeyLike, 'hxw_[hidden]') : hidden
}

function decodeAscii(text: string): string {
  let decoded = text
  for (let turn = 0; turn < maxDecodings && decoded.includes('%'); turn++) {
    decoded = decoded.replace(encodedAscii, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return decoded
}
