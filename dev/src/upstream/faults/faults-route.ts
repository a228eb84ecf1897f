import { Elysia } from 'elysia'
import * as v from 'valibot'
import { FaultList, type FaultSwitch } from './fault-switch.ts'

/** Sets faults over HTTP, without credentials. Only for tests: see `allowFaultControl`. */
export function faultsRoute(faults: FaultSwitch) {
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
}
