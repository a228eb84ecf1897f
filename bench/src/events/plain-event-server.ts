/**
 * The reference: only `Bun.serve`. A client that asks for the path of the third argument is sent the bytes of the file of the first argument, and its
 * connection stays open; `/send?file=PATH` sends the bytes of another file to all of them.
 */
const [openingFile = '', port = '0', eventsPath = ''] = process.argv.slice(2)
const opening = await Bun.file(openingFile).bytes()
const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()

async function sendToAll(path: string): Promise<Response> {
  const bytes = await Bun.file(path).bytes()
  for (const listener of listeners) listener.enqueue(bytes)
  return new Response()
}

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch(request, server) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/send') return sendToAll(searchParams.get('file') ?? '')
    if (pathname !== eventsPath) return new Response()
    server.timeout(request, 0)
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        own = controller
        listeners.add(own)
        own.enqueue(opening)
      },
      cancel() {
        listeners.delete(own)
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  },
})

export {}
