/** Orders of the parent process: open listeners, or report when all listeners have received a number of events of a version. */
export type ClientOrder =
  | { order: 'open'; port: number; keys: readonly string[]; count: number; events: number }
  | { order: 'expect'; version: number; events: number }
  | { order: 'close' }
/** Says that an order is done; `atMs` = when the last listener had its last event, since the epoch. */
export type ClientReport = { done: ClientOrder['order']; atMs: number }

/** The time that processes of one machine share, ms since the epoch. */
export const readSharedTimeMs = (): number => performance.timeOrigin + performance.now()
