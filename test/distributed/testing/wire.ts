import type { Socket } from 'bun'

/** A TCP connection between two programs that a drill can part or make slow. */
export type Wire = {
  /** The port that leads to the target. */
  port: number
  /** From now on nothing gets through, and no end is notified: as in a network partition. */
  part(): void
  /** Held bytes flow on; connections that ended meanwhile are closed. */
  join(): void
  /** From now on bytes to the target arrive late, in their order. */
  slowDown(slowness: Slowness): void
  stop(): void
}

/** A way that is long and loses packets, as TCP shows it: what was lost is sent again after a while, and what follows waits for it. */
type Slowness = { delayMs: number; jitterMs: number; lostShare: number; resentAfterMs: number }

type End = { socket: Socket<Link> | null; queue: Uint8Array[]; lateChunks: { chunk: Uint8Array; dueMs: number }[] }
type Link = { near: End; far: End }

/** Relays connections to a port of loopback. */
export async function startWire(targetPort: number): Promise<Wire> {
  let isParted = false
  let slowness: Slowness | null = null
  const links = new Set<Link>()

  function write(end: End): void {
    if (isParted || end.socket === null) return
    while (end.queue.length > 0) {
      const [chunk] = end.queue
      if (chunk === undefined) return
      const written = end.socket.write(chunk)
      if (written < 0) return
      if (written < chunk.byteLength) {
        end.queue[0] = chunk.subarray(written)
        return
      }
      end.queue.shift()
    }
  }

  function carry(end: End, data: Uint8Array): void {
    end.queue.push(data.slice())
    write(end)
  }

  /** Towards the target, which may be far. */
  function carryFar(end: End, data: Uint8Array): void {
    if (slowness === null) {
      carry(end, data)
      return
    }
    const { delayMs, jitterMs, lostShare, resentAfterMs } = slowness
    const wayMs = delayMs + jitterMs * (2 * Math.random() - 1) + (Math.random() < lostShare ? resentAfterMs : 0)
    const dueMs = Math.max(end.lateChunks.at(-1)?.dueMs ?? 0, performance.now() + wayMs)
    end.lateChunks.push({ chunk: data.slice(), dueMs })
    setTimeout(() => arrive(end), dueMs - performance.now())
  }

  function arrive(end: End): void {
    const now = performance.now()
    while (end.lateChunks[0] !== undefined && end.lateChunks[0].dueMs <= now + 1) {
      const [first] = end.lateChunks.splice(0, 1)
      if (first !== undefined) end.queue.push(first.chunk)
    }
    write(end)
  }

  function close(link: Link, end: End): void {
    end.socket = null
    const other = end === link.near ? link.far : link.near
    // A parted network does not tell the other side.
    if (!isParted) other.socket?.end()
    if (link.near.socket === null && link.far.socket === null) links.delete(link)
  }

  const listener = Bun.listen<Link>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async open(socket) {
        const link: Link = { near: newEnd(socket), far: newEnd(null) }
        socket.data = link
        links.add(link)
        if (isParted) return
        await Bun.connect<Link>({
          hostname: '127.0.0.1',
          port: targetPort,
          data: link,
          socket: {
            open(far) {
              link.far.socket = far
              write(link.far)
            },
            data: (_, data) => carry(link.near, data),
            drain: () => write(link.far),
            close: () => close(link, link.far),
            error: () => close(link, link.far),
          },
        }).catch(() => socket.end())
      },
      data: (socket, data) => carryFar(socket.data.far, data),
      drain: (socket) => write(socket.data.near),
      close: (socket) => close(socket.data, socket.data.near),
      error: (socket) => close(socket.data, socket.data.near),
    },
  })
  return {
    port: listener.port,
    part(): void {
      isParted = true
    },
    join(): void {
      isParted = false
      for (const link of links) {
        // Connections that lack an end were lost.
        if (link.near.socket === null || link.far.socket === null) {
          link.near.socket?.end()
          link.far.socket?.end()
        }
        write(link.near)
        write(link.far)
      }
    },
    slowDown(how): void {
      slowness = how
    },
    stop: () => listener.stop(true),
  }
}

function newEnd(socket: Socket<Link> | null): End {
  return { socket, queue: [], lateChunks: [] }
}
