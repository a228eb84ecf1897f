/** How long a browser remembers a choice, s: a year. */
const rememberedSeconds = 31_536_000

/** A cookie that remembers a visitor's choice, for `Set-Cookie` and `document.cookie`. Scripts of the page may read it, because a choice is no secret. */
export function writeChoiceCookie(name: string, text: string): string {
  return `${name}=${text}; Path=/; Max-Age=${rememberedSeconds}; SameSite=Lax`
}
