import { describe, expect, test } from 'bun:test'
import { gridSignalStatuses, tariffColorNames } from '../grid/public-signals.ts'
import { extractQuoted, parseTables, readInterface } from '../testing/interface-document.ts'
import { defaultPlanTable } from './plans.ts'
import { defaultForecastHours, maxForecastHours, scoreLevels, scoreStatuses } from './score.ts'
import { granularities, maxWindowDays, rawByDefaultDays, rawResolutionMinutes } from './score-history.ts'

const text = await readInterface('the contract against the enumerations and limits of the interface')
const tables = parseTables(text ?? '')
const { plans, demo } = defaultPlanTable

/** Enumerations of the interface, and their values in the contract. */
const valuesByEnumeration: Readonly<Record<string, readonly string[]>> = {
  ScoreLevel: scoreLevels,
  'Score status (schema statement)': scoreStatuses,
  gridSignalStatus: gridSignalStatuses,
  'Tariff calendar colours': tariffColorNames,
  'History/analytics granularity': granularities,
}
/** The other of two statements that differ, and states that are a status code and a header: no values of a field. */
const otherEnumerations = ['Score status (quick-start statement, differs)', 'Service quality states']

const thousands = (count: number): string => count.toLocaleString('en-US')
const overage = (plan: 'pro' | 'scale'): string => `${plans[plan].overageEurPerRequest} EUR`

/** What the contract says of each limit, in the words of the interface. */
const sayingsByLimit: Readonly<Record<string, readonly string[]>> = {
  'Rate per minute, free plan': [`${plans.decouverte.requestsPerMinute} requests`],
  'Rate per minute, paid plans': [
    `${plans.pro.requestsPerMinute} for Pro and ${plans.scale.requestsPerMinute} for Scale`,
  ],
  'Monthly volume, free plan': [
    `${thousands(plans.decouverte.monthlyQuota)} requests; ${plans.decouverte.monthlyQuotaEnforced ? 'hard' : 'no'} cap`,
  ],
  'Monthly volume, Pro': [`${thousands(plans.pro.monthlyQuota)} included`],
  'Monthly volume, Scale': [`${thousands(plans.scale.monthlyQuota)} included`],
  'Paid-plan monthly overage (statements differ)': [
    `${overage('pro')} on Pro and ${overage('scale')} on Scale`,
    ...(['pro', 'scale'] as const).map((plan) => `cap of ${plans[plan].overageCapMultiple} times the included quota`),
  ],
  'Plan prices': [
    `Free; Pro ${plans.pro.priceEurPerMonth} EUR per month; Scale ${plans.scale.priceEurPerMonth} EUR per month`,
  ],
  'API keys': [
    Object.values(plans)
      .map(({ apiKeys }) => apiKeys)
      .join(' / '),
  ],
  'Demo key': [`${demo.requestsPerMinute} per minute and ${demo.requestsPerMonth} per month, per IP`],
  'Forecast hours': [`1 to ${maxForecastHours}; default ${defaultForecastHours}`],
  'History window per request': [`${maxWindowDays} days on every plan`],
  'History depth': [`${plans.pro.historyDays} days`],
  'Default granularity switch': [`${rawByDefaultDays} days`],
  'Raw resolution': [`${rawResolutionMinutes} minutes`],
}
/** Where the interface says two things and gives no value, the plans are ruled on elsewhere. */
const otherLimits = ['Forecast horizon, free plan']

describe.skipIf(text === null)('the contract has the enumerations and limits of the interface', () => {
  test('every enumeration has the same values in the same order', () => {
    const rows = tables.find(({ heading }) => heading === 'States and transitions')?.rows ?? []
    const names = rows.map((row) => row['Enumeration'] ?? '')
    expect(names.toSorted()).toEqual([...Object.keys(valuesByEnumeration), ...otherEnumerations].sort())
    for (const { Enumeration: name = '', Values: values = '' } of rows) {
      const expected = valuesByEnumeration[name]
      if (expected !== undefined) expect([name, extractQuoted(values)]).toEqual([name, [...expected]])
    }
  })

  test('every limit has the same value', () => {
    const rows = tables.find(({ columns }) => columns[0] === 'Limit')?.rows ?? []
    const names = rows.map((row) => row['Limit'] ?? '')
    expect(names.toSorted()).toEqual([...Object.keys(sayingsByLimit), ...otherLimits].sort())
    for (const { Limit: name = '', Value: value = '' } of rows) {
      for (const saying of sayingsByLimit[name] ?? []) expect(`${name}: ${value}`).toContain(saying)
    }
  })
})
