/** What the parent process asks for: listeners that are opened, or to be told when all of them have so many events of a version. */
export type ClientOrder =
  | { order: 'open'; port: number; keys: readonly string[]; count: number; events: number }
  | { order: 'expect'; version: number; events: number }
  | { order: 'close' }
/** Says that an order is done; `atMs` = when the last listener had its last event, since the epoch. */
export type ClientReport = { done: ClientOrder['order']; atMs: number }

/** The time that processes of one machine share, ms since the epoch. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
