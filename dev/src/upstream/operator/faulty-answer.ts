import { type Fault, faultOf } from '../faults/fault.ts'
import type { WireBlock, WireSlot } from './blocks.ts'
import { badToken, OperatorError, tooLarge, unknownError } from './operator-error.ts'

/** Waits as long as the `slow` fault says. */
export async function delayBy(faults: readonly Fault[]): Promise<void> {
  const slow = faultOf(faults, 'slow')
  if (slow !== undefined) await Bun.sleep(slow.delayMs)
}

/**
 * Refuses when a fault says so.
 *
 * @throws OperatorError the refusal of the first such fault
 */
export function refuseBy(faults: readonly Fault[]): void {
  for (const fault of faults) {
    const refusal = refusalOf(fault)
    if (refusal !== null) throw refusal
  }
}

function refusalOf(fault: Fault): OperatorError | null {
  switch (fault.kind) {
    case 'expired_token':
      return badToken()
    case 'rate_limited':
      return new OperatorError(429, 'COMMON_ERROR_T05', 'Too many calls in the time window.', {
        'retry-after': String(fault.retryAfterSeconds),
      })
    case 'error_500':
      return unknownError()
    case 'unavailable_503':
      return new OperatorError(503, 'COMMON_ERROR_T06', 'The service is down for maintenance.')
    case 'too_large_413':
      return tooLarge()
    default:
      return null
  }
}

/** Applies the faults of how slots and blocks are written, and gives the root's value. */
export function bendRoot(faults: readonly Fault[], blocks: readonly WireBlock[]): unknown {
  const isSingled = faultOf(faults, 'object_root') !== undefined || faultOf(faults, 'array_root') !== undefined
  const written = blocks.map((block) => bendBlock(faults, block, isSingled))
  return faultOf(faults, 'object_root') !== undefined && written.length === 1 ? written[0] : written
}

function bendBlock(faults: readonly Fault[], block: WireBlock, isSingled: boolean): Record<string, unknown> {
  const isUndated = faultOf(faults, 'missing_updated_date') !== undefined
  const members = isUndated ? withoutUpdatedDate(block) : block
  const slots = isUndated ? block.values.map(withoutUpdatedDate) : block.values
  if (faultOf(faults, 'wrong_shape')?.shape === 'text_values') return { ...members, values: 'n/a' }
  return { ...members, values: isSingled && slots.length === 1 ? slots[0] : slots }
}

/** The date stands on the slots or on the block, by resource. */
function withoutUpdatedDate({ updated_date: _, ...rest }: WireSlot): WireSlot {
  return rest
}

/** The name of the root member, which the `wrong_shape` fault changes. */
export function rootNameBy(faults: readonly Fault[], rootName: string): string {
  return faultOf(faults, 'wrong_shape')?.shape === 'renamed_root' ? `${rootName}_v2` : rootName
}

/** A list of a reference's body, which the `wrong_shape` fault replaces by a text. */
export function listBy(faults: readonly Fault[], list: readonly unknown[]): unknown {
  return faultOf(faults, 'wrong_shape')?.shape === 'text_values' ? 'n/a' : list
}

/** Answers with a JSON text, cut off in the middle when a fault says so. */
export function sendText(faults: readonly Fault[], text: string, init: ResponseInit): Response {
  const fault = faultOf(faults, 'cut_off_json')
  if (fault === undefined) return new Response(text, init)
  const half = text.slice(0, Math.ceil(text.length / 2))
  return new Response(fault.cut === 'body' ? half : brokenStream(half), init)
}

/** A body that starts and then breaks the connection. */
function brokenStream(start: string): ReadableStream<Uint8Array> {
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (isStarted) {
        // Lets the first part leave before the connection goes.
        await Bun.sleep(20)
        // Without a reason, or the server would print one as a failure of its own.
        controller.error()
        return
      }
      isStarted = true
      controller.enqueue(new TextEncoder().encode(start))
    },
  })
}
