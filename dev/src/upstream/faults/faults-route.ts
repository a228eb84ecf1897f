import { Elysia } from 'elysia'
import * as v from 'valibot'
import { FaultList } from './fault.ts'
import type { FaultSwitch } from './fault-switch.ts'

/** Sets faults over HTTP, without credentials. Only for tests: see `allowFaultControl`. */
export function faultsRoute(faults: FaultSwitch) {
  return new Elysia()
    .put(
      '/demo/faults',
      async ({ request }) => {
        const parsed = v.safeParse(FaultList, await readJson(request))
        if (!parsed.success) return refusal(parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`))
        try {
          faults.set(parsed.output)
        } catch (error) {
          if (error instanceof RangeError) return refusal([error.message])
          throw error
        }
        return Response.json(faults.list())
      },
      { parse: 'none' },
    )
    .delete('/demo/faults', () => {
      faults.clear()
      return new Response(null, { status: 204 })
    })
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}

function refusal(problems: readonly string[]): Response {
  return Response.json({ problems }, { status: 400 })
}
