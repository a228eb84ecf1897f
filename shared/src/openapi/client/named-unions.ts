import { dimensions } from '../../contract/dimensions.ts'
import { archivedQuantities } from '../../contract/forecast/forecast-archive.ts'
import { dayKinds, priceCertainties, pricedColors } from '../../contract/planning/choices.ts'
import { contractCertainties, contractKinds } from '../../contract/planning/contracts.ts'
import { publicProblemCodes } from '../../contract/problem.ts'
import { profileNames } from '../../contract/profiles.ts'
import { scoreLevels } from '../../contract/score.ts'
import { granularities, pointProvenances } from '../../contract/score-history.ts'
import { incidentStates, incidentSubjects } from '../../contract/status.ts'
import { dataModes, feedIds, reportedSourceIds } from '../../grid/feeds.ts'
import { gridSignalStatuses, tariffColorNames } from '../../grid/public-signals.ts'
import { sourceNames } from '../../grid/publishers.ts'
import { regionCodes } from '../../grid/regions.ts'

/** A union that has a name of its own in the client. */
export type Union = { name: string; values: readonly string[]; description: string }

/** Unions that have a name of their own in the client, by the file that holds them; every field with these values has this type. */
export const unions: Readonly<Record<string, readonly Union[]>> = {
  grid: [
    { name: 'GridSignalStatus', values: gridSignalStatuses, description: 'Grid-tension signal, the best first.' },
    {
      name: 'TariffColor',
      values: tariffColorNames,
      description: 'Colours of the three-colour tariff, cheapest first.',
    },
  ],
  regions: [
    {
      name: 'RegionCode',
      values: regionCodes,
      description: 'INSEE codes of the regions of mainland France without Corsica.',
    },
  ],
  'explained-score': [
    { name: 'FeedId', values: feedIds, description: 'Ids of the feeds of the transmission operator.' },
  ],
  score: [
    { name: 'Dimension', values: dimensions, description: 'Dimensions of the score.' },
    { name: 'ScoreLevel', values: scoreLevels, description: '`Optimal` ≥ 70, `Acceptable` 40–69, `Unfavorable` < 40.' },
  ],
  'score-history': [
    { name: 'Granularity', values: granularities, description: '`raw`: every 10 minutes. `hourly`: means of an hour.' },
    {
      name: 'PointProvenance',
      values: pointProvenances,
      description:
        'Computed at its tick, or afterwards from stored feed data; `mixed`: an hour whose points were made both ways.',
    },
  ],
  forecast: [
    {
      name: 'ArchivedQuantity',
      values: archivedQuantities,
      description: 'Quantities that are forecast by the hour, and kept as they were issued.',
    },
  ],
  planning: [
    {
      name: 'PriceCertainty',
      values: priceCertainties,
      description: 'Whether a price is confirmed, or rests on secondary sources only.',
    },
  ],
  tariffs: [
    { name: 'ContractKind', values: contractKinds, description: 'Kinds of contract by how their prices vary.' },
    {
      name: 'ContractCertainty',
      values: contractCertainties,
      description:
        '`official`: files of the regulator. `published`: a named publication. `unconfirmed`: secondary sources only.',
    },
    {
      name: 'DayKind',
      values: dayKinds,
      description: 'Kinds of day; a public holiday on a Saturday or Sunday is both `weekend` and `holiday`.',
    },
    {
      name: 'PricedColor',
      values: pricedColors,
      description: 'Colours of the tariff day in a price table, cheapest first.',
    },
  ],
  service: [
    { name: 'DataMode', values: dataModes, description: 'Data of the live grid, of a generator, or recorded.' },
    { name: 'ProfileName', values: profileNames, description: 'Names of the weighting presets.' },
    { name: 'SourceId', values: reportedSourceIds, description: 'Ids of the sources.' },
    {
      name: 'IncidentSubject',
      values: incidentSubjects,
      description:
        'Part that an incident concerns: a feed, the score, the forecast, or the calculation of all figures (`service`).',
    },
    { name: 'IncidentState', values: incidentStates, description: 'From the mildest to the worst.' },
    { name: 'PublisherId', values: sourceNames, description: 'Ids of the publishers of the sources.' },
    {
      name: 'ProblemCode',
      values: publicProblemCodes,
      description: 'Every error code of the API. `/problems/<code>` explains each.',
    },
  ],
}
