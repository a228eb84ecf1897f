import { errorOf, shortText } from './failures.ts'
import type { Config, Runtime, RuntimeNode } from './runtime.ts'

/**
 * Makes a type of node known. When `build` throws, for a setting that cannot be read, the node says so and refuses every message with it:
 * Node-RED would drop a node whose constructor throws, and its messages without a word.
 */
export function registerNode(red: Runtime, type: string, build: (node: RuntimeNode, config: Config) => void): void {
  function construct(this: RuntimeNode, config: Config): void {
    red.nodes.createNode(this, config)
    try {
      build(this, config)
    } catch (failure) {
      const error = errorOf(failure)
      const showError = (): void => this.status({ fill: 'red', shape: 'ring', text: shortText(red, error) })
      showError()
      this.error(error, {})
      this.on('input', (_message, _send, done) => {
        // Again: the status nodes of a flow do not hear what was said while it was started.
        showError()
        done(error)
      })
    }
  }
  red.nodes.registerType(type, construct)
}
