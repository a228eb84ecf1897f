/** A message between nodes. */
export type Message = Record<string, unknown>

/** The status under a node in the editor. */
export type Status = { fill?: 'green' | 'yellow' | 'red' | 'blue' | 'grey'; shape?: 'dot' | 'ring'; text?: string }

/** Sends one message to the first output, or one (null = none) to each. */
export type Send = (messages: Message | (Message | null)[]) => void

/** Ends the work on a message: an error goes to the catch nodes of the flow. */
export type Done = (error?: Error) => void

/** The object on which a node's constructor is called. */
export type RuntimeNode = {
  send: Send
  status(status: Status): void
  /** With a message, the error goes to the catch nodes. */
  error(error: Error, message?: Message): void
  on(event: 'input', listener: (message: Message, send: Send, done: Done) => void): void
  on(event: 'close', listener: () => void): void
}

/** The properties of a node as the editor stores them: inputs are texts. */
export type Config = Record<string, unknown>

/** The part of Node-RED's runtime that the nodes use. */
export type Runtime = {
  nodes: {
    createNode(node: RuntimeNode, config: Config): void
    registerType(type: string, construct: (this: RuntimeNode, config: Config) => void, options?: object): void
    getNode(id: string): unknown
  }
  /** A text of `locales/` in the language of the runtime. */
  _(key: string, values?: Record<string, string | number>): string
}
