import { type ContractQuery, createHexawatt, type Hexawatt } from '../../../typescript/src/entry.ts'
import { readServerContract } from './contract.ts'
import type { Config, Runtime, RuntimeNode } from './runtime.ts'

const serverType = 'hexawatt server'

/** The configuration node that the other nodes share: address, key and contract. */
type ServerNode = RuntimeNode & {
  /** Set by Node-RED from its encrypted file; the flow file never contains it. */
  credentials?: { apiKey?: string }
  hexawatt?: Hexawatt
  /** Settings of the contract, read when a plan needs them. */
  contract?: Config
  /** Why there is no client; it never contains the key. */
  problem?: string
}

/** Registers the configuration node: `address` in the flow, `apiKey` among the credentials. */
export function registerServer(red: Runtime): void {
  function construct(this: ServerNode, config: Config): void {
    red.nodes.createNode(this, config)
    this.contract = config
    const key = this.credentials?.apiKey?.trim()
    try {
      this.hexawatt = createHexawatt({
        baseUrl: String(config['address']).trim().replace(/\/$/, ''),
        apiKey: key === '' ? undefined : key,
        userAgent: '@hexawatt/node-red',
        // The nodes wait themselves, and longer than a client would.
        maxRetries: 0,
      })
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error)
    }
  }
  red.nodes.registerType(serverType, construct, { credentials: { apiKey: { type: 'password' } } })
}

/**
 * The client of the server that a node refers to.
 * @throws Error in the language of the runtime when there is none, or its address or key is invalid
 */
export function getClient(red: Runtime, serverId: unknown): Hexawatt {
  const server = red.nodes.getNode(String(serverId)) as ServerNode | null | undefined
  if (server?.hexawatt !== undefined) return server.hexawatt
  throw new Error(server?.problem ?? red._('runtime.noServer'))
}

/**
 * The contract of the server that a node refers to; empty without one.
 * @throws Error that names an unreadable setting, in the language of the runtime
 */
export function getContract(red: Runtime, serverId: unknown): ContractQuery {
  const server = red.nodes.getNode(String(serverId)) as ServerNode | null | undefined
  return readServerContract(red, server?.contract ?? {})
}
