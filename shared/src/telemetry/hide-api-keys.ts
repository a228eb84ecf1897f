/** Anything that looks like an API key of the product, or the beginning of one. */
const apiKeyLike = /hxw_[0-9a-z]+/gi

/** Blanks API keys in a text that came from outside: customers do put them into paths and queries by mistake. */
export function hideApiKeys(text: string): string {
  return text.replace(apiKeyLike, 'hxw_[hidden]')
}
