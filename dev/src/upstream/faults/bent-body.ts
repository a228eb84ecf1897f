import { type Fault, faultOf } from './fault.ts'

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
