import { createConcurrencyLimit } from '@hexawatt/shared/bounds/concurrency-limit'
import { AppError } from '@hexawatt/shared/errors/app-error'
import {
  type AccountUsage,
  type AccountUsageOf,
  monthsBack,
  type UsageSelection,
} from '@hexawatt/shared/usage/account-usage'
import { formatDaysCsv } from '@hexawatt/shared/usage/csv-text'
import { type ListedDay, maxListedDays, type StatusCounts, statusGroups } from '@hexawatt/shared/usage/usage-day-store'
import type { Format } from '../../../kit/format.ts'
import { type Html, html } from '../../../kit/html.ts'
import type { MemberPage, MemberRequest } from '../member-page.ts'
import { renderUsageChart, renderUsageTable, type UsageBar } from './usage-chart.ts'
import { type UsagePageTexts, usagePageTexts } from './usage-page-texts.ts'

const path = '/account/usage'
const csvPath = '/account/usage.csv'

export type UsagePagesDeps = {
  accountUsage: AccountUsageOf
  /** Real time: months of usage follow the calendar. */
  realTimeMs: () => number
}

/** Concurrent reads of one account, in one process: each queries the database several times. */
const maxReadings = 2

/** The pages of an account's usage: figures and charts of a month, and the same month as CSV. */
export function createUsagePages({ accountUsage, realTimeMs }: UsagePagesDeps): MemberPage[] {
  const readings = createConcurrencyLimit(maxReadings)

  /** @throws AppError `rate_limited` */
  async function readUsage(selection: UsageSelection): Promise<AccountUsage> {
    const release = readings.acquire(selection.accountId)
    if (release === null)
      throw new AppError('rate_limited', { detail: 'The usage is already being read.', retryAfterSeconds: 1 })
    try {
      return await accountUsage(selection)
    } finally {
      release()
    }
  }

  function readSelection({ query, member: { accountId } }: MemberRequest) {
    const months = listLastMonths(realTimeMs())
    const [running = ''] = months
    const month = months.find((one) => one === query.get('month')) ?? running
    const key = query.get('key')
    return { accountId, month, months, keyId: key === null || key === allKeys ? null : key === otherKeys ? '' : key }
  }
  return [
    {
      path,
      navigation: { fr: usagePageTexts.fr.navigation, en: usagePageTexts.en.navigation },
      async show(asked) {
        const { months, ...selection } = readSelection(asked)
        const usage = await readUsage(selection)
        const { format, language } = asked
        return renderUsage({ ...selection, months, usage, format, texts: usagePageTexts[language] })
      },
      act: null,
    },
    {
      path: csvPath,
      navigation: null,
      async show(asked) {
        const { accountId, month } = readSelection(asked)
        const { byKey } = await readUsage({ accountId, month, keyId: null })
        return { fileName: `usage-${month}.csv`, contentType: 'text/csv; charset=utf-8', body: formatDaysCsv(byKey) }
      },
      act: null,
    },
  ]
}

/** Options of the key selection that are not keys. */
const [allKeys, otherKeys] = ['', 'other'] as const

type Shown = {
  month: string
  /** Months to choose from, newest first. */
  months: readonly string[]
  keyId: string | null
  usage: AccountUsage
  texts: UsagePageTexts
  format: Format
}

function renderUsage(shown: Shown): Html {
  const { month, months, usage, texts, format } = shown
  const keys = sumByKey(usage.byKey, texts)
  return html`<section><h2>${texts.monthOf(format.month(findNoonOfFirstDay(month)))}</h2>
${usage.bill === null ? html`<p class="notice">${texts.noBill}</p>` : figures(shown, usage.bill, month === months[0])}
${choice(shown, keys)}</section>${usage.months.length === 0 ? renderNone(texts) : renderSums(shown, keys)}`
}

/** For an account without a request in all the months that the page shows. */
const renderNone = (texts: UsagePageTexts): Html =>
  html`<section><p>${texts.none} <a href="/account/keys">${texts.firstKey}</a></p></section>`

/** Requests by day, month and key. */
function renderSums({ month, usage, texts, format }: Shown, keys: readonly KeyLine[]): Html {
  const isTruncated = usage.byKey.length === maxListedDays
  const dayBars = makeBars(listDays(month), usage.days, (day) => ({
    label: String(Number(day.slice(8))),
    name: format.day(`${day}T12:00:00Z`),
  }))
  const monthBars = makeBars(listMonthsUpTo(month), usage.months, (one) => ({
    label: one.slice(5),
    name: format.month(findNoonOfFirstDay(one)),
  }))
  const byDay = { texts, format, heading: texts.byDay, column: texts.columns.day }
  const byMonth = { texts, format, heading: texts.byMonth, column: texts.columns.month }
  const byKey = { texts, format, heading: texts.byKey, column: texts.columns.key }
  return html`<section><h2>${texts.byDay}</h2>${usage.days.length === 0 ? html`<p>${texts.none}</p>` : renderUsageChart(dayBars, byDay)}</section>
<section><h2>${texts.byMonth}</h2>${renderUsageChart(monthBars, byMonth)}</section>
<section><h2>${texts.byKey}</h2>${keys.length === 0 ? html`<p>${texts.none}</p>` : renderUsageTable(keys, byKey)}
${isTruncated ? html`<p class="notice">${texts.truncated}</p>` : null}
<p><a class="btn second" href="${csvPath}?month=${month}" download>${texts.download}</a></p><p class="quiet">${texts.note}</p></section>`
}

function figures({ usage, texts, format }: Shown, bill: NonNullable<AccountUsage['bill']>, isRunning: boolean): Html {
  const { quota, cap } = usage
  const count = (value: number | null): string => (value === null ? '–' : format.number(value, 0))
  const euros = (amount: string | null): string =>
    amount === null ? '–' : texts.euros(format.number(Number(amount), 2))
  const remaining = quota === null ? null : Math.max(0, quota - bill.requests)
  const facts: readonly (readonly [name: string, value: string, id: string])[] = [
    [texts.requests, count(bill.requests), 'requests'],
    [texts.quota, count(quota), 'quota'],
    ...(isRunning ? [[texts.remaining, count(remaining), 'remaining'] as const] : []),
    [texts.beyond, count(bill.beyond), 'beyond'],
    [texts.plan, usage.planName ?? bill.plan, 'plan'],
    [texts.base, euros(bill.baseEur), 'base'],
    [texts.overage, euros(bill.overageEur), 'overage'],
    [isRunning ? texts.soFar : texts.total, euros(bill.eur), 'bill'],
  ]
  return html`<dl class="facts" id="usage-figures">${facts.map(([name, value, id]) => html`<div><dt>${name}</dt><dd id="usage-${id}">${value}</dd></div>`)}</dl>
${cap === null || quota === null ? null : html`<p class="quiet">${cap > quota ? texts.rules(count(cap)) : texts.hardRule}</p>`}`
}

function choice({ month, months, keyId, texts, format }: Shown, keys: readonly KeyLine[]): Html {
  const option = (value: string, name: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen ? html`selected` : null}>${name}</option>`
  const monthOptions = months.map((one) => option(one, format.month(findNoonOfFirstDay(one)), one === month))
  const keyOptions = keys.map((key) => option(key.keyId === '' ? otherKeys : key.keyId, key.name, key.keyId === keyId))
  return html`<form method="get" action="${path}" class="filter"><div class="field"><label for="month">${texts.choose.month}</label><select name="month" id="month">${monthOptions}</select></div>
<div class="field"><label for="key">${texts.choose.key}</label><select name="key" id="key">${option(allKeys, texts.choose.allKeys, keyId === null)}${keyOptions}</select></div>
<button class="btn second">${texts.choose.show}</button></form>`
}

type KeyLine = StatusCounts & { keyId: string; name: string }

/** Sums of some days by key. */
export function sumByKey(days: readonly ListedDay[], texts: UsagePageTexts): KeyLine[] {
  const byKey = Map.groupBy(days, ({ keyId }) => keyId)
  return [...byKey].map(([keyId, ofKey]) => {
    const [{ keyName = null, prefix = null, last4 = null } = {}] = ofKey
    const name = keyName === null ? (keyId === '' ? texts.choose.otherKeys : keyId) : `${keyName} (${prefix}…${last4})`
    return { keyId, name, ...sumOf(ofKey) }
  })
}

function sumOf(counts: readonly StatusCounts[]): StatusCounts {
  const sum: StatusCounts = { ...noCounts }
  for (const one of counts) for (const group of statusGroups) sum[group] += one[group]
  return sum
}

const noCounts: StatusCounts = { ok: 0, notModified: 0, refused: 0, limited: 0, failed: 0 }

/** A bar for each period, also for those without requests. */
function makeBars(
  periods: readonly string[],
  sums: AccountUsage['days'],
  namesOf: (period: string) => Pick<UsageBar, 'label' | 'name'>,
): UsageBar[] {
  const byPeriod = new Map(sums.map((sum) => [sum.period, sum]))
  return periods.map((period) => ({ ...(byPeriod.get(period) ?? noCounts), ...namesOf(period) }))
}

const findNoonOfFirstDay = (month: string): string => `${month}-01T12:00:00Z`

/** The running month and the months before it, newest first. */
function listLastMonths(nowMs: number): string[] {
  const running = new Date(nowMs).toISOString().slice(0, 7)
  return listMonthsUpTo(running).toReversed()
}

/** A month and the twelve months before it, oldest first. */
function listMonthsUpTo(month: string): string[] {
  const last = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: monthsBack + 1 }, (_, index) => last.subtract({ months: monthsBack - index }).toString())
}

function listDays(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return Array.from({ length: daysInMonth }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
}
