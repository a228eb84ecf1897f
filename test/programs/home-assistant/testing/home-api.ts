import * as v from 'valibot'

const Step = v.looseObject({
  type: v.string(),
  flow_id: v.optional(v.string()),
  step_id: v.optional(v.nullable(v.string())),
})
export type FlowStep = v.InferOutput<typeof Step>
const State = v.object({ entity_id: v.string(), state: v.string(), attributes: v.record(v.string(), v.unknown()) })
export type EntityState = v.InferOutput<typeof State>
const Reply = v.looseObject({
  id: v.number(),
  success: v.optional(v.boolean()),
  result: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
})

const owner = { name: 'Camille', username: 'camille', password: 'a-password-of-tests' }
/** Days for which the token of the tests holds: longer than a simulated month. */
const tokenDays = 365
/** Longest wait for a reply, ms. */
const replyTimeoutMs = 30_000

/** Home Assistant as its own page talks to it: REST and WebSocket API. */
export async function connectHome(url: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  /** @throws when the answer is not 200 or 201 */
  async function request(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 600)}`)
    return text === '' ? null : JSON.parse(text)
  }
  const socket = await openSocket(url, token)
  const flowsOf = (kind: string) => ({
    start: async (body: object): Promise<FlowStep> =>
      v.parse(Step, await request('POST', `/api/config/config_entries/${kind}`, body)),
    answer: async (step: FlowStep, input: object): Promise<FlowStep> =>
      v.parse(Step, await request('POST', `/api/config/config_entries/${kind}/${step.flow_id}`, input)),
    read: async (flowId: string): Promise<FlowStep> =>
      v.parse(Step, await request('GET', `/api/config/config_entries/${kind}/${flowId}`)),
  })
  return {
    get: (path: string) => request('GET', path),
    post: (path: string, body: object = {}) => request('POST', path, body),
    /** Command of the WebSocket API. @throws with the refusal */
    call: socket.call,
    close: socket.close,
    configFlow: flowsOf('flow'),
    optionsFlow: flowsOf('options/flow'),
    subentryFlow: flowsOf('subentries/flow'),
    /** States by entity. */
    async readStates(): Promise<Map<string, EntityState>> {
      const states = v.parse(v.array(State), await request('GET', '/api/states'))
      return new Map(states.map((state) => [state.entity_id, state]))
    },
    /** Calls an action and returns its response. */
    async act(domain: string, action: string, data: object): Promise<unknown> {
      const path = `/api/services/${domain}/${action}?return_response`
      return v.parse(v.object({ service_response: v.unknown() }), await request('POST', path, data)).service_response
    },
  }
}
export type HomeApi = Awaited<ReturnType<typeof connectHome>>

/** Makes the first user of a new Home Assistant, as its welcome page does. @returns a token that holds for a year */
export async function welcome(url: string): Promise<string> {
  const clientId = `${url}/`
  const post = async (path: string, body: object | URLSearchParams, token?: string): Promise<unknown> => {
    const isForm = body instanceof URLSearchParams
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const user = { client_id: clientId, language: 'en', ...owner }
  const { auth_code: code } = v.parse(v.object({ auth_code: v.string() }), await post('/api/onboarding/users', user))
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, client_id: clientId })
  const { access_token: first } = v.parse(v.object({ access_token: v.string() }), await post('/auth/token', form))
  await post('/api/onboarding/core_config', {}, first)
  await post('/api/onboarding/analytics', {}, first)
  await post('/api/onboarding/integration', { client_id: clientId, redirect_uri: `${url}/?auth_callback=1` }, first)
  const socket = await openSocket(url, first)
  const ask = { type: 'auth/long_lived_access_token', client_name: 'tests', lifespan: tokenDays }
  const token = v.parse(v.string(), await socket.call(ask))
  // Else it goes back to its usual port five minutes after the start.
  await socket.call({ type: 'http/config/promote' })
  socket.close()
  return token
}

async function openSocket(url: string, token: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const authenticated = Promise.withResolvers<void>()
  authenticated.promise.catch(() => undefined)
  let lastId = 0
  const fail = (error: Error) => {
    authenticated.reject(error)
    for (const one of waiting.values()) one.reject(error)
  }
  socket.onclose = () => fail(new Error('the WebSocket of Home Assistant was closed'))
  socket.onmessage = ({ data }) => {
    const message: unknown = JSON.parse(String(data))
    const kind = v.parse(v.looseObject({ type: v.string() }), message).type
    if (kind === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }))
    else if (kind === 'auth_ok') authenticated.resolve()
    else if (kind === 'auth_invalid') authenticated.reject(new Error('Home Assistant refused the token'))
    else if (kind === 'result' || kind === 'pong') {
      const { id, success, result, error } = v.parse(Reply, message)
      if (success === true || kind === 'pong') waiting.get(id)?.resolve(result)
      else waiting.get(id)?.reject(new Error(JSON.stringify(error)))
      waiting.delete(id)
    }
  }
  await authenticated.promise
  return {
    call(command: object): Promise<unknown> {
      lastId += 1
      const reply = Promise.withResolvers<unknown>()
      setTimeout(() => reply.reject(new Error(`no reply to ${JSON.stringify(command)}`)), replyTimeoutMs).unref()
      waiting.set(lastId, reply)
      socket.send(JSON.stringify({ id: lastId, ...command }))
      return reply.promise
    },
    close(): void {
      socket.onclose = null
      socket.close()
    },
  }
}
