import type { ProductCommand } from './product-command.ts'

/** Where a product is asked: the recorded one, or the one that the stores of then were handed to. */
export type AskedProduct = {
  url: string
  command: ProductCommand
  keys: Readonly<Record<string, string>>
  cookies: Readonly<Record<string, string>>
  /** The points and months of the recording. */
  from: string
  to: string
  month: string
}

/** Answers of a product on points, keys, bills, members and alerts. Recorded from the old one, and asked of the new one in the same order. */
export async function recordAnswers({ url, command, keys, cookies, from, to, month }: AskedProduct) {
  const json = async (name: 'keys' | 'usage', ...args: string[]) => JSON.parse(await command(name, ...args, '--json'))
  const withKey = (path: string, key = '') => fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
  const lastMonth = Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString()
  // Before anything that counts as a request.
  const [bills, billsOfLastMonth] = [await json('usage', '--month', month), await json('usage', '--month', lastMonth)]
  const members: Record<string, Awaited<ReturnType<typeof memberAnswers>>> = {}
  for (const [name, cookie] of Object.entries(cookies)) members[name] = await memberAnswers(url, cookie, month)
  const history = await withKey(`/v1/score/history?from=${from}&to=${to}`, keys['local'])
  /** By key: whether it is accepted, and the quota of the month that its answers name. */
  const access: Record<string, { isAccepted: boolean; quota: string | null }> = {}
  for (const [name, key] of Object.entries(keys)) {
    const { status, headers } = await withKey('/v1/tariff/today', key)
    access[name] = { isAccepted: status !== 401, quota: headers.get('x-ratelimit-limit-month') }
  }
  return {
    bills,
    billsOfLastMonth,
    members,
    history: (await history.json()) as { points: unknown[] },
    access,
    keys: await json('keys', 'list'),
    requests: await json('keys', 'requests'),
    auditLog: await json('keys', 'audit-log'),
  }
}
export type RecordedAnswers = Awaited<ReturnType<typeof recordAnswers>>

/** Pages of a member's session. */
async function memberAnswers(url: string, cookie: string, month: string) {
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' })
    return { status: response.status, text: await response.text() }
  }
  const exported = JSON.parse((await ask('/account/settings/export')).text)
  const messages: Record<string, string[]> = {}
  for (const { id } of exported.alerts) {
    const { text } = await ask(`/account/alerts?alert=${id}`)
    messages[id] = [...text.matchAll(/<tr data-state="(\w+)">/g)].map(([, state = '']) => state)
  }
  const { exportedAt: _, usage: _ofToday, sessions, ...lasting } = exported
  return {
    /** 303: a member is led to the own pages. */
    startStatus: (await ask('/account')).status,
    exported: lasting,
    sessionIds: sessions.map(({ sessionId }: { sessionId: string }) => sessionId),
    /** States of the messages of each alert, newest first. */
    messages,
    usageByDay: (await ask(`/account/usage.csv?month=${month}`)).text.trim().split('\r\n'),
  }
}
