import { connect, type Socket } from 'node:net'
import { getEvents } from '@hexawatt/shared/contract/operations/get-events'
import { type ClientOrder, type ClientReport, readSharedTimeMs } from './client-orders.ts'

/** Maximum length of the mark of a version, such as `@12@`, characters. */
const markLength = 8

/** Connections that are opened at once. */
const openedAtOnce = 50

/**
 * Listeners in a process of their own: they read everything and look for the mark of a version.
 *
 * A single-threaded program reads 2 000 sockets one after the other: the time of the last one holds this work too.
 */
const sockets: Socket[] = []
let tails: string[] = []
let counts = new Uint8Array()
let expected = { mark: '', events: 0 }
let missing = 0
let whenAll = Promise.withResolvers<void>()

function expectEvents(version: number, events: number): void {
  expected = { mark: `@${version}@`, events }
  counts = new Uint8Array(tails.length)
  missing = tails.length
  whenAll = Promise.withResolvers<void>()
}

function readBytes(index: number, bytes: Buffer): void {
  const text = (tails[index] ?? '') + bytes.toString('latin1')
  let at = text.indexOf(expected.mark)
  let end = 0
  while (at !== -1) {
    end = at + expected.mark.length
    const count = (counts[index] ?? 0) + 1
    counts[index] = count
    if (count === expected.events) missing -= 1
    at = text.indexOf(expected.mark, end)
  }
  tails[index] = text.slice(Math.max(end, text.length - markLength))
  if (missing === 0) whenAll.resolve()
}

async function openListener(port: number, index: number, key: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect({ port, host: '127.0.0.1' })
  sockets.push(socket)
  socket.on('error', reject)
  socket.once('data', () => resolve())
  socket.on('data', (bytes: Buffer) => readBytes(index, bytes))
  socket.write(`GET ${getEvents.path} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`)
  return promise
}

async function followOrder(order: ClientOrder): Promise<void> {
  if (order.order === 'close') {
    for (const socket of sockets.splice(0)) socket.destroy()
    return
  }
  if (order.order === 'expect') {
    expectEvents(order.version, order.events)
    return
  }
  const { port, keys, count, events } = order
  tails = Array.from({ length: count }, () => '')
  expectEvents(0, events)
  for (let from = 0; from < count; from += openedAtOnce) {
    const indexes = Array.from({ length: Math.min(openedAtOnce, count - from) }, (_, at) => from + at)
    await Promise.all(indexes.map((index) => openListener(port, index, keys[index % keys.length] ?? '')))
  }
}

const sendReport = (done: ClientOrder['order']) =>
  process.send?.({ done, atMs: readSharedTimeMs() } satisfies ClientReport)

process.on('message', (order: ClientOrder) => {
  void followOrder(order).then(async () => {
    // Acknowledged at once, and reported again when all events have arrived.
    if (order.order === 'expect') sendReport('expect')
    if (order.order !== 'close') await whenAll.promise
    sendReport(order.order)
  })
})
