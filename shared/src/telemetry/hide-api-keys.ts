/** Anything that looks like an API key of the product, or the beginning of one. */
const apiKeyLike = /hxw_[0-9a-z]+/gi

/** ASCII that is percent-encoded once or, by its percent sign, many times; of other characters no key is made. */
const encodedAscii = /%(?:25)*([2-7][0-9a-f])/gi

/** Turns of decoding: nobody encodes the digits of what is encoded so often by mistake. */
const maxDecodings = 8

/**
 * Blanks API keys in a text that came from outside: customers do put them into paths and queries by mistake. A text with a key that is
 * percent-encoded, in whatever part and more than once, is given decoded as far as it is ASCII, with the key blanked.
 */
export function hideApiKeys(text: string): string {
  const hidden = text.replace(apiKeyLike, 'hxw_[hidden]')
  if (!text.includes('%')) return hidden
  const plain = decodedAscii(text)
  return plain.search(apiKeyLike) === -1 ? hidden : plain.replace(apiKeyLike, 'hxw_[hidden]')
}

function decodedAscii(text: string): string {
  let decoded = text
  for (let turn = 0; turn < maxDecodings && decoded.includes('%'); turn++) {
    decoded = decoded.replace(encodedAscii, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
  return decoded
}
