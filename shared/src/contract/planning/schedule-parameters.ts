import {
  defaultSubscribedKva,
  emissionChoices,
  estimates,
  maxSegmentsLimit,
  objectives,
  subscribedKvas,
  tariffKinds,
  tieBreaks,
} from './choices.ts'

/** Largest energy, power and duration of a load: beyond them the unit is a mistake. */
export const loadLimits = { energyKWh: 1_000, powerKW: 1_000, durationMinutes: 2_880 } as const

/** Bounds of what is added to the market price, EUR/kWh, and of the VAT on it, %. */
export const spotLimits = { adderEurPerKwh: 1, vatPercent: 100 } as const

/** A remark about instants in an address; tools of language models drop it, because their arguments are JSON. */
export const plusInAddress = ' (in an address, a + is written %2B)'

/** The forms of an instant in words. @param towards how a time of day is read */
export const instantForms = (towards: 'next' | 'last'): string =>
  `date and time with a zone${plusInAddress}, a date (its 00:00 in Paris), or a time of day such as 07:00 (the ${towards} such time in Paris)`

/** The interface says `date-time`; the shorter forms are additions, which the description names. */
export const instantSchema = { type: 'string', format: 'date-time' } as const

const positive = (maximum: number) => ({ type: 'number', format: 'double', exclusiveMinimum: 0, maximum }) as const
const choice = (values: readonly string[], byDefault = values[0] ?? '') =>
  ({ type: 'string', enum: values, default: byDefault }) as const

/** Names of the parameters that say what a kWh costs somebody. */
export const tariffParameterNames = ['tariff', 'subscribedKva', 'offPeak', 'adderEurPerKwh', 'vatPercent'] as const
export type TariffParameterName = (typeof tariffParameterNames)[number]

/** Names of the own parameters of `GET /v1/schedule`, in the order of the documentation. */
export const scheduleParameterNames = [
  'energyKWh',
  'powerKW',
  'durationMinutes',
  'earliest',
  'latest',
  'maxSegments',
  'minOnMinutes',
  'objective',
  'emissions',
  ...tariffParameterNames,
  'estimate',
  'tieBreak',
] as const
export type ScheduleParameterName = (typeof scheduleParameterNames)[number]

/** Own parameters of `GET /v1/schedule` with their documentation, in the form of the other operations; those of a weighting come beside them. */
export const scheduleParameters = {
  energyKWh: {
    schema: positive(loadLimits.energyKWh),
    description:
      'Energy of the load, kWh. Two of energyKWh, powerKW and durationMinutes are given, or durationMinutes alone.',
    example: 30,
  },
  powerKW: {
    schema: positive(loadLimits.powerKW),
    description: 'Power of the load, kW. It is lowered so that whole quarter-hours give exactly the energy.',
    example: 7.4,
  },
  durationMinutes: {
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: loadLimits.durationMinutes },
    description: 'How long the load runs, minutes, rounded up to whole quarter-hours. Alone, 1 kW is reckoned.',
    example: 120,
  },
  earliest: {
    schema: instantSchema,
    description: `Earliest start: ${instantForms('next')}, raised to the next quarter-hour. Without it, now.`,
    example: '2026-02-03T17:00:00Z',
  },
  latest: {
    schema: instantSchema,
    description:
      'Latest end, in the forms of earliest; a time of day is the first such time after earliest. Without it, 24 hours after earliest. Beyond the plan’s forecast it is capped: servedUntil says so.',
    example: '2026-02-04T06:00:00Z',
  },
  maxSegments: {
    schema: { type: 'integer', format: 'int32', minimum: 1, maximum: maxSegmentsLimit, default: 1 },
    description: 'Pieces that the load may be cut into; 1 = it runs through.',
    example: 4,
  },
  minOnMinutes: {
    schema: { type: 'integer', format: 'int32', minimum: 15, maximum: loadLimits.durationMinutes },
    description:
      'Shortest piece, minutes, rounded up to whole quarter-hours. Not longer than the load runs. Without it, 30 or the duration, if that is shorter.',
    example: 30,
  },
  objective: {
    schema: choice(objectives, 'score'),
    description: 'What is minimised: the cost, the emissions, or the unfavourable side of the score.',
    example: 'cost',
  },
  emissions: {
    schema: choice(emissionChoices),
    description: 'Factors of the grams: lifecycle, or the operator’s direct ones.',
    example: 'lifecycle',
  },
  tariff: {
    schema: choice(tariffKinds),
    description:
      'What a kWh costs: the market price, or a regulated tariff with one price, off-peak hours or three colours.',
    example: 'tempo',
  },
  subscribedKva: {
    schema: { type: 'integer', format: 'int32', enum: subscribedKvas, default: defaultSubscribedKva },
    description: 'Subscribed power, kVA, on which regulated prices depend. Not with tariff=spot.',
    example: 9,
  },
  offPeak: {
    schema: { type: 'string' },
    description:
      'Off-peak hours in Paris time, up to two ranges with a comma between them; across midnight if need be. Required by tariff=hphc, refused elsewhere.',
    example: '22:00-06:00',
  },
  adderEurPerKwh: {
    schema: {
      type: 'number',
      format: 'double',
      minimum: -spotLimits.adderEurPerKwh,
      maximum: spotLimits.adderEurPerKwh,
      default: 0,
    },
    description:
      'What the supplier and the network add to the market price, EUR/kWh without VAT. With tariff=spot only.',
    example: 0.09,
  },
  vatPercent: {
    schema: { type: 'number', format: 'double', minimum: 0, maximum: spotLimits.vatPercent, default: 0 },
    description: 'VAT on market price and adder, %. With tariff=spot only.',
    example: 20,
  },
  estimate: {
    schema: choice(estimates),
    description: 'central minimises the forecast, prudent its p90.',
    example: 'central',
  },
  tieBreak: {
    schema: choice(tieBreaks),
    description: 'Which plan is taken where several are best: the earliest or the latest.',
    example: 'late',
  },
} as const satisfies Record<ScheduleParameterName, object>
