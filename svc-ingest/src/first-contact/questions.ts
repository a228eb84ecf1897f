import { isoSeconds } from '@hexawatt/shared/time/instant'
import { addParisDays } from '@hexawatt/shared/time/paris'
import { buildChartCall } from '../sources/energy-charts/answer.ts'
import type { Finding } from './finding.ts'
import type { FurtherCall } from './probe-sources.ts'

/** A question that only the live publishers answer, and its answer in a report. `docs/develop/first-contact.md` explains each, in this order. */
export type Question = { id: string; question: string; evidence: string[] }

/** Calls that some questions need in addition to the readers' calls. */
export function listFurtherCalls(now: Temporal.Instant): FurtherCall[] {
  const [today, tomorrow, dayAfter] = [0, 1, 2].map((days) => addParisDays(now, days)) as [
    Temporal.Instant,
    Temporal.Instant,
    Temporal.Instant,
  ]
  const call = (
    source: string,
    path: string,
    query: Record<string, string>,
    from: Temporal.Instant,
    to: Temporal.Instant,
  ) => ({
    source,
    publisher: 'energy-charts' as const,
    ...buildChartCall(path, query, from, to),
  })
  return [
    call('price_of_tomorrow', '/price', { bzn: 'FR' }, tomorrow, dayAfter),
    call(
      'load_forecast',
      '/public_power_forecast',
      { country: 'fr', production_type: 'load', forecast_type: 'day-ahead' },
      today,
      dayAfter,
    ),
    call('public_power_of_uk', '/public_power', { country: 'uk' }, addParisDays(now, -1), now),
  ]
}

/** Places of the form whose name holds one of these words. */
const listPlaces = ({ form }: Finding, ...words: string[]) =>
  form.filter((place) => words.some((word) => place.includes(word)))

function summarize(finding: Finding): string[] {
  const { source, path, status, values, newestSlot, lagMinutes, differences, otherMembers } = finding
  const found = `${source} ${path}: status ${status ?? 'none'}, ${values} values, newest slot ${newestSlot ?? 'none'}, lag ${lagMinutes ?? '-'} min`
  return [found, ...differences, ...(status !== null && status >= 400 ? otherMembers : [])]
}

type Evidence = { id: string; question: string; of: (findings: readonly Finding[], now: Temporal.Instant) => string[] }

/** Answers from the findings of one source, in the order of the questions. */
const from =
  (sources: readonly string[], say: (finding: Finding) => string[]): Evidence['of'] =>
  (findings) =>
    findings.filter(({ source }) => sources.includes(source)).flatMap(say)

const list: readonly Evidence[] = [
  {
    id: 'odre-types',
    question:
      'How does ODRÉ write the national rows today: which columns are texts, which are new, and what is its quota?',
    of: from(['odre_national'], (finding) => [
      ...listPlaces(finding, 'eolien_', 'stockage_', 'ech_comm_', 'date_heure'),
      `columns that are not read: ${finding.otherMembers.join(', ') || 'none'}`,
      `limits: ${JSON.stringify(finding.rateLimits)}`,
    ]),
  },
  {
    id: 'forecasts-for-france',
    question: 'Does Energy-Charts forecast sun, wind on land, wind at sea and load for France?',
    of: from(['energy_charts_forecast_day_ahead', 'energy_charts_forecast_current', 'load_forecast'], summarize),
  },
  {
    id: 'borders',
    question:
      'How does Energy-Charts name the borders, how late are the flows, and are unpublished quarter-hours zero or null?',
    of: from(['energy_charts_flows'], (finding) => [
      ...summarize(finding),
      ...listPlaces(finding, 'countries'),
      `unknown names: ${finding.newElements.join(', ') || 'none'}`,
    ]),
  },
  {
    id: 'price-of-tomorrow',
    question: 'What does Energy-Charts answer for tomorrow’s price before the auction and after it?',
    of: from(['price_of_tomorrow', 'energy_charts_price'], summarize),
  },
  {
    id: 'past-signals',
    question: 'How new is the newest day of the grid signal at ODRÉ?',
    of: from(['odre_past_signals'], summarize),
  },
  {
    id: 'tempo-plain-agent',
    question: 'Does the operator’s public page of colours answer a program that names itself?',
    of: from(['rte_services_tariff'], summarize),
  },
  {
    id: 'installed-power',
    question: 'Which types and which last year does Energy-Charts have of the installed capacities?',
    of: from(['energy_charts_capacities'], (finding) => [
      ...summarize(finding),
      ...listPlaces(finding, 'production_types', 'time'),
    ]),
  },
  {
    id: 'terms',
    question: 'On which terms do the publishers without a stated licence give their figures?',
    of: from(['rte_services_tariff', 'rte_zip_real_time', 'couleur_tempo_tariff'], ({ source, publisher, licence }) => [
      `${source} (${publisher}): ${licence ?? 'the answer states none; a person has to read the site’s terms'}`,
    ]),
  },
  {
    id: 'energy-charts-contract',
    question: 'Which version is the contract of Energy-Charts, and is the first version of its paths to end?',
    of: from(['energy_charts_contract'], ({ otherMembers, deprecated, differences }) => [
      ...otherMembers,
      `deprecated: ${String(deprecated)}`,
      ...differences,
    ]),
  },
  {
    id: 'generation-forecast-v3',
    question:
      'How does the operator stamp the quarter-hours of generation_forecast v3: its version 2 spread one day over four?',
    of: from(['generation_forecast'], (finding) => [...summarize(finding), ...listPlaces(finding, 'values[]')]),
  },
  {
    id: 'early-colour',
    question: 'Does the early colour of tomorrow carry the mark of a provisional one?',
    of: (findings, now) => [
      `asked at ${isoSeconds(now)}: an early colour is there from 06:30 to 10:30 in Paris`,
      ...from(['rte_services_tariff', 'couleur_tempo_tariff', 'tariff_calendar'], (finding) => [
        ...summarize(finding),
        ...listPlaces(finding, 'fallback', '<date>', 'codeJour'),
      ])(findings, now),
    ],
  },
  {
    id: 'uk-in-public-power',
    question: 'Does Energy-Charts know the United Kingdom as `uk` in public_power?',
    of: from(['public_power_of_uk'], (finding) => [...summarize(finding), ...listPlaces(finding, 'production_types')]),
  },
]

/** Every question with its answer from these findings; no evidence when its source was not called. */
export function answerQuestions(findings: readonly Finding[], now: Temporal.Instant): Question[] {
  return list.map(({ id, question, of }) => ({ id, question, evidence: of(findings, now) }))
}
