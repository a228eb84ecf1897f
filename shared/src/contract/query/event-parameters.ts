import { defaultEventKinds, type EventKind, eventKinds } from '../formats/live-events.ts'
import { choice, parameter, parameterWithDefault, parsedText } from './parameter.ts'
import { exportedTariffParameters } from './tariff-parameters.ts'

function findKinds(text: string): ReadonlySet<EventKind> | null {
  const names = text.split(',')
  const known = eventKinds.filter((kind) => names.includes(kind))
  return names.every((name) => known.some((kind) => kind === name)) ? new Set(known) : null
}

/** Lengths of the outlook in an event, hours: few, because all listeners of a plan with the same length share its bytes. */
export const eventOutlookHours = ['24', '48', '72'] as const
export type EventOutlookHours = (typeof eventOutlookHours)[number]
/** The length that `GET /v1/outlook` has without parameters, so that the events share its cached body. */
export const defaultEventOutlookHours = '24' satisfies EventOutlookHours

/** Parameters of `GET /v1/events`. */
export const eventParameters = {
  kinds: parameter(parsedText(findKinds, `a comma-separated list of ${eventKinds.join(', ')}`), {
    description: `Kinds of events, separated by commas: ${eventKinds.join(', ')}. Default: ${defaultEventKinds.join(', ')}.`,
    example: 'score,grid',
  }),
  outlookHours: parameterWithDefault(choice(eventOutlookHours), defaultEventOutlookHours, {
    description:
      'Length of the outlook in the events of this kind, hours. As in /v1/outlook, it is capped by the plan and by the available data.',
    example: '48',
  }),
  ...exportedTariffParameters,
}
