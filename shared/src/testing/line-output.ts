/** The standard output of a program that is tested: waits for its lines, and keeps everything that it has written. */
export function createLineReader(stream: ReadableStream<Uint8Array>) {
  let text = ''
  let hasEnded = false
  const ended = (async () => {
    for await (const chunk of stream) text += new TextDecoder().decode(chunk)
    hasEnded = true
  })()
  return {
    /** The first line with these words, as soon as the program has written it. @throws when the program ends without it */
    async lineWith(words: string): Promise<string> {
      for (;;) {
        const line = text.split('\n').find((written) => written.includes(words))
        if (line !== undefined) return line
        if (hasEnded) throw new Error(`the program ended without a line with '${words}': ${text}`)
        await Bun.sleep(5)
      }
    },
    /** Everything written so far. */
    soFar: (): string => text,
    /** Everything, when the program has ended. */
    async all(): Promise<string> {
      await ended
      return text
    },
  }
}
