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
  summary: 'Weighting presets, and the rule for custom weights',
  notes: 'Values of the parameter profile, and the allowed deviation of the sum of custom weights from 1.',
})
