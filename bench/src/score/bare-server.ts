/**
 * The yardstick: `Bun.serve` and nothing else. It answers everybody with the bytes that stand in the file of its first argument, and with
 * the headers (JSON) of its second.
 */
const [file = '', headersJson = '{}', port = '0'] = process.argv.slice(2)
const body = await Bun.file(file).bytes()
const headers: Record<string, string> = JSON.parse(headersJson)
Bun.serve({ port: Number(port), hostname: '127.0.0.1', fetch: () => new Response(body, { headers }) })

export {}
