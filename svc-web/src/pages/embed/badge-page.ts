import { writeContentPolicy } from '@hexawatt/shared/http/bodies/content-policy'
import type { PublicRoute } from '../../http/page-routes.ts'
import { createFormat } from '../../kit/format.ts'
import { createServedPage, type ServedPage, servePage } from '../../kit/served-page.ts'
import { type BadgeFigures, drawFlatBadge, drawHexagonBadge } from './badge-drawing.ts'
import { type BadgeChoice, badgePath, readBadgeChoice } from './embed-choices.ts'
import type { EmbedFacts } from './embed-facts.ts'
import { embedTexts } from './embed-texts.ts'
import { createQuarterHourPages, type EmbedDeps } from './quarter-hour-pages.ts'

/** `max-age` of embeds, s: with it a picture is at most 20 minutes old. */
export const embedMaxAgeSeconds = 300

/** Headers of pictures and cards on pages of other sites. */
export const embedHeaders = {
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
} as const

/** Makes the picture at `/badge.svg`, for pages of other sites. */
export function createBadgePage(deps: EmbedDeps): PublicRoute {
  const answer = createQuarterHourPages(deps, renderBadge)
  return servePage(badgePath, async (request) => answer(request, readBadgeChoice(request.url)))
}

function renderBadge(facts: EmbedFacts, choice: BadgeChoice): ServedPage {
  const figures = makeFigures(facts, choice)
  const draw = choice.style === 'flat' ? drawFlatBadge : drawHexagonBadge
  return createServedPage({
    contentType: 'image/svg+xml',
    body: draw(figures, choice.theme).markup,
    maxAgeSeconds: embedMaxAgeSeconds,
    headers: { ...embedHeaders, 'content-security-policy': writeContentPolicy({}), 'content-language': choice.lang },
  })
}

/** The figures of a badge in words. An outdated value keeps its number and loses its colour; an unknown one is said in words. */
function makeFigures(facts: EmbedFacts, { metric, lang }: BadgeChoice): BadgeFigures {
  const texts = embedTexts[lang]
  const label = texts.labels[metric]
  const { score, gCo2PerKwh, outdatedSince, mode } = facts
  const known =
    metric === 'score'
      ? score && { number: String(score.value), words: texts.levels[score.level] }
      : gCo2PerKwh !== null && { number: String(gCo2PerKwh), words: texts.unitOfIntensity }
  if (!known) return { label, number: null, words: texts.noData, remark: null, score: null }
  const outdated = outdatedSince === null ? null : texts.outdated(createFormat(lang).moment(outdatedSince))
  const remark = [outdated, mode && texts.invented[mode]].filter((text) => text !== null).join(', ')
  const isCurrentScore = metric === 'score' && outdatedSince === null
  return {
    label,
    ...known,
    remark: remark === '' ? null : remark,
    score: isCurrentScore ? (score?.value ?? null) : null,
  }
}
