import { registerOutlook } from './runtime/outlook-node.ts'
import { registerPlan } from './runtime/plan-node.ts'
import type { Runtime } from './runtime/runtime.ts'
import { registerServer } from './runtime/server-node.ts'
import { registerWhenGood } from './runtime/when-good-node.ts'

/** What Node-RED calls when it loads the package: makes every type of node known. */
export function registerNodes(red: Runtime): void {
  registerServer(red)
  registerOutlook(red)
  registerPlan(red)
  registerWhenGood(red)
}
