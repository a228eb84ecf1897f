/** The standard output of a program that is tested: waits for its lines, and keeps everything that it has written. */
export function lineOutput(stream: ReadableStream<Uint8Array>) {
  let text = ''
  const ended = (async () => {
    for await (const chunk of stream) text += new TextDecoder().decode(chunk)
  })()
  return {
    /** The first line with these words, as soon as the program has written it. */
    async lineWith(words: string): Promise<string> {
      for (;;) {
        const line = text.split('\n').find((written) => written.includes(words))
        if (line !== undefined) return line
        await Bun.sleep(5)
      }
    },
    /** What it has written until now. */
    soFar: (): string => text,
    /** Everything, when the program has ended. */
    async all(): Promise<string> {
      await ended
      return text
    },
  }
}
export type LineOutput = ReturnType<typeof lineOutput>
