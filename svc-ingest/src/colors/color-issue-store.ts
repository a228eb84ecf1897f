import type { ColorOutlook, ColorOutlookDay } from '@hexawatt/shared/methodology/tariff-colors/forecast-colors'
import { tariffColorsVersion } from '@hexawatt/shared/methodology/versions'
import type { Sql, TransactionSql } from '@hexawatt/shared/postgres/client'
import { toTariffDay } from '@hexawatt/shared/time/paris'

/** Programs issue the same outlook at most so long after each other, and archive it in any order. */
const programsApart = { minutes: 1 } as const

/**
 * Archives an outlook, unless the newest archived one says the same: another program may have issued it a moment before.
 *
 * @returns whether it was added
 */
export async function addColorIssue(sql: Sql, outlook: ColorOutlook, issuedAt: Temporal.Instant): Promise<boolean> {
  return sql.begin(async (tx) => {
    // One program at a time compares and adds; readers are not held up.
    await tx`lock table color_issues in share row exclusive mode`
    if ((await readNewestContent(tx, issuedAt.add(programsApart))) === serializeContent(outlook)) return false
    const { variant, stock, days } = outlook
    const { count } = await tx`
      insert into color_issues (issued_at, methodology_version, variant, red_left, white_left)
      values (${issuedAt}, ${tariffColorsVersion}, ${variant}, ${stock.red}, ${stock.white}) on conflict do nothing`
    if (count === 0) return false
    const today = toTariffDay(issuedAt)
    const rows = days.map(({ date, color, probabilities }) => ({
      day: date,
      lead_days: today.until(date, { largestUnit: 'days' }).days,
      color,
      ...probabilities,
    }))
    await tx`
      insert into color_issue_days (issued_at, day, lead_days, color, blue, white, red)
      select ${issuedAt}, day, lead_days, color, blue, white, red
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as row (day date, lead_days smallint, color text, blue float8, white float8, red float8)`
    return true
  })
}

/** When the newest outlook that is known at an instant was issued; null without one. */
export async function readNewestColorIssueAt(sql: Sql, at: Temporal.Instant): Promise<Temporal.Instant | null> {
  const [row] = await sql<{ issuedAt: Temporal.Instant | null }[]>`
    select max(issued_at) as issued_at from color_issues where issued_at <= ${at}`
  return row?.issuedAt ?? null
}

/** The probability of white that was forecast last for each day from `firstDay` on before its colour was published, by day: a season at most. */
export async function readAnnouncedWhite(
  sql: Sql,
  firstDay: Temporal.PlainDate,
  at: Temporal.Instant,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ day: string; white: number }[]>`
    select distinct on (day) day::text, white from color_issue_days
    where day >= ${firstDay.toString()}::date and color is null and issued_at <= ${at}
    order by day, issued_at desc`
  return new Map(rows.map(({ day, white }) => [day, white]))
}

/** Content of the newest issue known at an instant; null without an issue. */
async function readNewestContent(tx: TransactionSql, at: Temporal.Instant): Promise<string | null> {
  const rows = await tx<(ColorOutlookRow & { methodologyVersion: number })[]>`
    select issue.methodology_version, issue.variant, issue.red_left, issue.white_left, day.day::text as date, day.color,
      day.blue, day.white, day.red
    from (select * from color_issues where issued_at <= ${at} order by issued_at desc limit 1) issue
    join color_issue_days as day on day.issued_at = issue.issued_at order by day.day`
  const [first] = rows
  if (first === undefined || first.methodologyVersion !== tariffColorsVersion) return null
  const days = rows.map(({ date, color, blue, white, red }) => ({ date, color, probabilities: { blue, white, red } }))
  return serializeContent({ variant: first.variant, stock: { red: first.redLeft, white: first.whiteLeft }, days })
}

type ColorOutlookRow = Pick<ColorOutlook, 'variant'> &
  Pick<ColorOutlookDay, 'date' | 'color'> &
  ColorOutlookDay['probabilities'] & { redLeft: number; whiteLeft: number }

function serializeContent({ variant, stock, days }: ColorOutlook): string {
  const ofDays = days.map(({ date, color, probabilities: { blue, white, red } }) => [date, color, blue, white, red])
  return JSON.stringify([variant, stock.red, stock.white, ofDays])
}
