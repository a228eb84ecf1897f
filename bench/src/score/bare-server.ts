/**
 * The reference: only `Bun.serve`. It answers every request with the bytes of the file of the first argument and the headers (JSON)
 * of the second.
 */
const [file = '', headersJson = '{}', port = '0'] = process.argv.slice(2)
const body = await Bun.file(file).bytes()
const headers: Record<string, string> = JSON.parse(headersJson)
Bun.serve({ port: Number(port), hostname: '127.0.0.1', fetch: () => new Response(body, { headers }) })

export {}
