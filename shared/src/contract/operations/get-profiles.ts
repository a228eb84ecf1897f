import { operation } from '../entry/operation.ts'
import { ProfilesResponse, WeightingProfile } from '../plans/plan-bodies.ts'

export const getProfiles = operation({
  id: 'getProfiles',
  path: '/api/profiles',
  owner: 'gateway',
  needsKey: false,
  response: ProfilesResponse,
  schemas: { ProfilesResponse, WeightingProfile },
  clientFile: 'service',
  clientNames: { WeightingProfile: 'Profile' },
  isFixedTable: true,
  chapter: 'Service',
  summary: 'The weighting presets, and the rules for own weights',
  notes: 'What the parameter profile takes, and how far own weights may be from a sum of 1.',
})
