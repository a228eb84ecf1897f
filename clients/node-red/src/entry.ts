import { registerOutlook } from './runtime/outlook-node.ts'
import { registerPlan } from './runtime/plan-node.ts'
import type { Runtime } from './runtime/runtime.ts'
import { registerServer } from './runtime/server-node.ts'
import { registerWhenGood } from './runtime/when-good-node.ts'

/** Called by Node-RED when it loads the package: registers every type of node. */
export function registerNodes(red: Runtime): void {
  registerServer(red)
  registerOutlook(red)
  registerPlan(red)
  registerWhenGood(red)
}
