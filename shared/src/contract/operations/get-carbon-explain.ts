import * as v from 'valibot'
import { operation } from '../entry/operation.ts'
import {
  ExplainedBorder,
  ExplainedCarbon,
  ExplainedConsumption,
  ExplainedFactor,
  ExplainedFactorSet,
  ExplainedGeneration,
  ExplainedJointExchange,
  ExplainedProduction,
} from '../explanation/explained-carbon.ts'
import {
  ExplainedHour,
  ExplainedImport,
  ExplainedMix,
  ExplainedMixTerm,
  ExplainedSource,
} from '../explanation/explained-imports.ts'
import {
  ExplainedAdequacy,
  ExplainedAvailability,
  ExplainedCapacity,
  ExplainedCarbonScore,
  ExplainedComposite,
  ExplainedConfidence,
  ExplainedDimension,
  ExplainedGrid,
  ExplainedImbalance,
  ExplainedMargin,
  ExplainedPrice,
  ExplainedScale,
  ExplainedScore,
  ExplainedSignal,
  ExplainedWindOrSun,
  ScaleAnchor,
} from '../explanation/explained-score.ts'
import { CarbonExplainResponse, ExplainedPayload } from '../explanation/explanation.ts'
import { explainParameters } from '../query/window-parameters.ts'

const scoreObjects = {
  ExplainedScore,
  ExplainedPrice,
  ExplainedCarbonScore,
  ExplainedGrid,
  ExplainedSignal,
  ExplainedImbalance,
  ExplainedAdequacy,
  ExplainedMargin,
  ExplainedCapacity,
  ExplainedWindOrSun,
  ExplainedScale,
  ScaleAnchor,
  ExplainedComposite,
  ExplainedDimension,
  ExplainedConfidence,
  ExplainedAvailability,
}

const hourObjects = { ExplainedHour, ExplainedMix, ExplainedMixTerm, ExplainedImport, ExplainedSource }

export const getCarbonExplain = operation({
  id: 'getCarbonExplain',
  path: '/v1/carbon/explain',
  owner: 'svc-carbon',
  past: { parameter: 'at', owner: 'svc-history' },
  needsKey: true,
  query: v.strictObject(explainParameters),
  response: CarbonExplainResponse,
  schemas: {
    CarbonExplainResponse,
    ExplainedPayload,
    ExplainedCarbon,
    ExplainedFactorSet,
    ExplainedProduction,
    ExplainedGeneration,
    ExplainedFactor,
    ExplainedConsumption,
    ExplainedJointExchange,
    ExplainedBorder,
    ...scoreObjects,
    ...hourObjects,
  },
  clientFile: 'explanation',
  clientFiles: Object.fromEntries([
    ...Object.keys(scoreObjects).map((name) => [name, 'explained-score']),
    ...Object.keys(hourObjects).map((name) => [name, 'hours']),
  ]),
  problems: ['insufficient_data'],
  chapter: 'Carbon',
  summary: 'Every term of both carbon intensities and of the score, to recompute them by hand',
  notes:
    'With at: the stored point of the newest full ten minutes that are not after at, from the values that the point knew; its figures equal those of /v1/score/history at that timestamp, and the history depth of the plan applies. Without at: the figures of now. Unrounded numbers are included. The mix describes an earlier hour (carbon.slotStart) than price, grid and adequacy (score.hourStart). consumption explains the hour of /v1/carbon/consumption with the same at, in its newest version. 503 insufficient_data when no point is stored there, or when the stored values no longer give the point: no other figure is explained in its place.',
  cutInExample: [
    ['payloads'],
    ['consumption', 'production', 'terms'],
    ['consumption', 'borders'],
    ['consumption', 'borders', '*', 'mix', 'terms'],
    ['consumption', 'sources'],
    ['score', 'price', 'scale', 'anchors'],
    ['score', 'carbon', 'scale', 'anchors'],
    ['score', 'adequacy', 'scale', 'anchors'],
    ['score', 'adequacy', 'margin', 'capacities'],
    ['score', 'confidence', 'feeds'],
  ],
})
