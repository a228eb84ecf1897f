import { languages } from '@hexawatt/shared/contract/values/languages'
import { extractQuery, parseParameters, readParameters } from '@hexawatt/shared/http/parse-query'
import * as v from 'valibot'

/** Paths of the two embeds. */
export const [badgePath, embedPath] = ['/badge.svg', '/embed'] as const

/** What a badge shows, its appearance on a light or a dark page, and its form. */
export const [metrics, badgeThemes, badgeStyles] = [
  ['score', 'carbon'],
  ['light', 'dark'],
  ['flat', 'hexagon'],
] as const

/** Appearance of the card; auto = as the visitor's system. */
const embedThemes = ['auto', 'light', 'dark'] as const

/** One of a few words, which the refusal of any other lists. */
const choice = <const Word extends string>(words: readonly Word[]) => v.picklist(words, words.join(' or '))

const lang = v.optional(choice(languages), 'fr')

const badgeQuery = v.strictObject({
  metric: v.optional(choice(metrics), 'score'),
  lang,
  theme: v.optional(choice(badgeThemes), 'light'),
  style: v.optional(choice(badgeStyles), 'flat'),
})
const embedQuery = v.strictObject({ lang, theme: v.optional(choice(embedThemes), 'auto') })

export type BadgeChoice = v.InferOutput<typeof badgeQuery>
export type EmbedChoice = v.InferOutput<typeof embedQuery>

/** The choice in the address of a badge. Every parameter has few values, so that every badge can be kept. @throws AppError `unknown_parameter`, `invalid_parameter` */
export const readBadgeChoice = (url: string): BadgeChoice => readChoice(url, badgeQuery)

/** The choice in the address of a card. @throws AppError `unknown_parameter`, `invalid_parameter` */
export const readEmbedChoice = (url: string): EmbedChoice => readChoice(url, embedQuery)

function readChoice<const Query extends typeof badgeQuery | typeof embedQuery>(url: string, query: Query) {
  const operation = { query, isFacade: false }
  return parseParameters(operation, readParameters(operation, extractQuery(url)))
}
