import { Elysia } from 'elysia'
import * as v from 'valibot'
import { FaultList, type FaultSwitch } from '../faults/fault-switch.ts'
import type { OpenCalls } from './calls.ts'

/** Sets faults and reports calls over HTTP, without credentials. Only for tests: see `allowFaultControl`. */
export function createControlRoutes(faults: FaultSwitch, calls: OpenCalls) {
  return new Elysia()
    .put(
      '/demo/faults',
      async ({ request }) => {
        const parsed = v.safeParse(FaultList, await request.json().catch(() => undefined))
        if (!parsed.success) {
          const problems = parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
          return Response.json({ problems }, { status: 400 })
        }
        faults.set(parsed.output)
        return Response.json(faults.list())
      },
      { parse: 'none' },
    )
    .delete('/demo/faults', () => {
      faults.clear()
      return new Response(null, { status: 204 })
    })
    .get('/open/calls', () => calls.report())
    .delete('/open/calls', () => {
      calls.clear()
      return new Response(null, { status: 204 })
    })
}
