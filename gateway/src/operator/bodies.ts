import { planIds } from '@hexawatt/shared/contract/plans'
import * as v from 'valibot'
import { isUsableName, maxNameLength } from '../accounts/key-names.ts'
import { defaultOverlapHours, maxOverlapHours } from '../accounts/key-rotation.ts'

const Name = v.pipe(v.string('a text'), v.trim(), v.check(isUsableName, `1 to ${maxNameLength} printable characters`))

const Plan = v.picklist(planIds, `one of ${planIds.join(', ')}`)

const Expiry = v.nullable(
  v.pipe(
    v.string('an instant such as 2030-01-31T23:00:00Z, or null'),
    v.check(isInstant, 'an instant such as 2030-01-31T23:00:00Z'),
    v.transform((text) => Temporal.Instant.from(text)),
  ),
)

const overlapHoursText = `a whole number from 0 to ${maxOverlapHours}`
const OverlapHours = v.pipe(
  v.number(overlapHoursText),
  v.integer(overlapHoursText),
  v.minValue(0, overlapHoursText),
  v.maxValue(maxOverlapHours, overlapHoursText),
)

/** Body of `POST /keys`. */
export const NewKeyBody = v.strictObject({
  account: Name,
  plan: v.optional(v.nullable(Plan), null),
  name: v.optional(Name, 'default'),
  expiresAt: v.optional(Expiry, null),
})

/** Body of `POST /keys/{id}/rotate`. */
export const RotationBody = v.strictObject({ overlapHours: v.optional(OverlapHours, defaultOverlapHours) })

/** Body of `PATCH /keys/{id}`. */
export const ExpiryBody = v.strictObject({ expiresAt: Expiry })

/** Body of `PUT /accounts/{id}/plan`. */
export const PlanBody = v.strictObject({ plan: Plan })

/** Body of what takes none. */
export const NoBody = v.strictObject({})

function isInstant(text: string): boolean {
  try {
    Temporal.Instant.from(text)
    return true
  } catch {
    return false
  }
}
