import { toError, writeShortText } from './failures.ts'
import type { Config, Runtime, RuntimeNode } from './runtime.ts'

/**
 * Registers a type of node. When `build` throws because of an invalid setting, the node reports it and refuses every message with it:
 * Node-RED would silently drop a node whose constructor throws, and its messages.
 */
export function registerNode(red: Runtime, type: string, build: (node: RuntimeNode, config: Config) => void): void {
  function construct(this: RuntimeNode, config: Config): void {
    red.nodes.createNode(this, config)
    try {
      build(this, config)
    } catch (failure) {
      const error = toError(failure)
      const showError = (): void => this.status({ fill: 'red', shape: 'ring', text: writeShortText(red, error) })
      showError()
      this.error(error, {})
      this.on('input', (_message, _send, done) => {
        // Repeated: the status nodes of a flow do not receive statuses that were set during the start.
        showError()
        done(error)
      })
    }
  }
  red.nodes.registerType(type, construct)
}
