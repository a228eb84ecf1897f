import { formatParis } from '@hexawatt/shared/time/paris'
import { type Fault, faultOf } from '../faults/fault.ts'
import type { FaultSwitch } from '../faults/fault-switch.ts'
import type { WireBlock, WireSlot } from './blocks.ts'
import { badToken, OperatorError, tooLarge, unknownError } from './operator-error.ts'

/**
 * Takes the faults of a request, waits for the delay of `slow`, and throws the first refusal.
 *
 * @throws OperatorError
 */
export async function takeFaults(
  faultSwitch: FaultSwitch,
  ...request: Parameters<FaultSwitch['take']>
): Promise<Fault[]> {
  const faults = faultSwitch.take(...request)
  const slow = faultOf(faults, 'slow')
  if (slow !== undefined) await Bun.sleep(slow.delayMs)
  for (const fault of faults) {
    const refusal = refusalOf(fault)
    if (refusal !== null) throw refusal
  }
  return faults
}

function refusalOf(fault: Fault): OperatorError | null {
  switch (fault.kind) {
    case 'expired_token':
      return badToken()
    case 'rate_limited':
      return new OperatorError(
        429,
        'COMMON_ERROR_T05',
        'Too many calls in the time window.',
        retryAfterHeader(fault.retryAfterSeconds),
      )
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

/** The header of a 429; none for null. */
export function retryAfterHeader(seconds: number | null): Record<string, string> {
  return seconds === null ? {} : { 'retry-after': String(seconds) }
}

/** Applies the faults of slots and blocks, and returns the value of the root. */
export function applyRootFaults(faults: readonly Fault[], blocks: readonly WireBlock[]): unknown {
  const isSingled = faultOf(faults, 'object_root') !== undefined || faultOf(faults, 'array_root') !== undefined
  const written = blocks.map((block) => applyBlockFaults(faults, block, isSingled))
  if (faultOf(faults, 'odd_members') !== undefined) return written.map(withOddMember)
  return faultOf(faults, 'object_root') !== undefined && written.length === 1 ? written[0] : written
}

function applyBlockFaults(faults: readonly Fault[], block: WireBlock, isSingled: boolean): Record<string, unknown> {
  if (faultOf(faults, 'stretched_slots') !== undefined) return { ...block, values: stretched(block.values) }
  const isUndated = faultOf(faults, 'missing_updated_date') !== undefined
  const members = isUndated ? withoutUpdatedDate(block) : block
  const slots = isUndated ? block.values.map(withoutUpdatedDate) : block.values
  if (faultOf(faults, 'wrong_shape')?.shape === 'text_values') return { ...members, values: 'n/a' }
  return { ...members, values: isSingled && slots.length === 1 ? slots[0] : slots }
}

function stretched(slots: readonly WireSlot[]): WireSlot[] {
  const first = slots[0]?.['start_date']
  if (typeof first !== 'string') return [...slots]
  const start = Temporal.Instant.from(first)
  return slots.map((slot, at) => ({
    ...slot,
    start_date: formatParis(start.add({ hours: at })),
    end_date: formatParis(start.add({ hours: at + 1 })),
  }))
}

function withOddMember(block: Record<string, unknown>, at: number): Record<string, unknown> {
  const { values, ...members } = block
  if (at === 0) return members
  return at === 1 && Array.isArray(values) ? { ...block, updated_date: '', values: ['n/a', ...values.slice(1)] } : block
}

/** The date is on the slots or on the block, depending on the resource. */
function withoutUpdatedDate({ updated_date: _, ...rest }: WireSlot): WireSlot {
  return rest
}

/** Name of the root member; the `wrong_shape` fault changes it. */
export function faultyRootName(faults: readonly Fault[], rootName: string): string {
  return faultOf(faults, 'wrong_shape')?.shape === 'renamed_root' ? `${rootName}_v2` : rootName
}

/** A list of a reference body; the `wrong_shape` fault replaces it by a text. */
export function faultyList(faults: readonly Fault[], list: readonly unknown[]): unknown {
  return faultOf(faults, 'wrong_shape')?.shape === 'text_values' ? 'n/a' : list
}

/** Answers with a JSON text; faults change how the body is sent. */
export function sendText(faults: readonly Fault[], text: string, init: ResponseInit): Response {
  return sendBytes(faults, new TextEncoder().encode(text), init)
}

/** Answers with a body; the `cut_off_json` fault cuts it in the middle, `slow_body` pauses there. */
export function sendBytes(faults: readonly Fault[], bytes: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  const middle = Math.ceil(bytes.length / 2)
  const half = bytes.subarray(0, middle)
  const cutOff = faultOf(faults, 'cut_off_json')
  if (cutOff?.cut === 'body') return new Response(half, init)
  if (cutOff !== undefined) return new Response(pausedStream(half, brokenPauseMs, null), init)
  const slow = faultOf(faults, 'slow_body')
  if (slow === undefined) return new Response(bytes, init)
  return new Response(pausedStream(half, slow.delayMs, bytes.subarray(middle)), init)
}

/** The first part must be sent before the connection breaks, ms. */
const brokenPauseMs = 20

/** A body that pauses after `start` and goes on with `rest`, or breaks the connection where there is none. */
function pausedStream(start: Uint8Array, pauseMs: number, rest: Uint8Array | null): ReadableStream<Uint8Array> {
  let isStarted = false
  return new ReadableStream({
    async pull(controller) {
      if (!isStarted) {
        isStarted = true
        controller.enqueue(start)
        return
      }
      await Bun.sleep(pauseMs)
      if (rest === null) {
        // With a reason, the server would log it as its own failure.
        controller.error()
        return
      }
      controller.enqueue(rest)
      controller.close()
    },
  })
}
