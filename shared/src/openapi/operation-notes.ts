import type { OperationId } from '../contract/operations.ts'

/** What an integrator should know of an operation beyond its summary. */
export const operationNotes: Readonly<Record<OperationId, string>> = {
  getCarbonIntensity:
    'Hourly, location-based, national. The production boundary weighs the mix with the emission factors of the national agency; the consumption boundary adds imports at the yearly intensity of their country. An input for scope 2, not a market-based contractual instrument. Attribute the value to the hour from dataSlotStart to dataSlotEnd: the publisher is 1 to 2 hours behind.',
  getScore:
    'Without parameters the national weighting (price 0.30, carbon 0.30, grid 0.20, adequacy 0.20), on every plan. profile or the four weights choose another one on the plans with customWeights; asked for without that right they are refused with 403 and never replaced by the default. Below a confidence of 50 the score is refused with 503.',
  getScoreForecast:
    'Hours from the next full hour on, as many as were asked for, the plan reaches and are known. bestHour and worstHour are ranked before rounding. Prices exist to the end of tomorrow at most; beyond, an estimate stands in. Nothing to forecast is 200 with an empty list.',
  getScoreHistory:
    'from inclusive, to exclusive, at most 366 days. A from before the depth of the plan is refused with 403 only when a larger plan would deliver more; where storage is the shorter one, the answer is truncated and says so. Nothing stored is 200 with an empty list. Answered as a stream; text/csv and application/x-ndjson hold the points alone; X-Effective-From and X-Truncated say where they begin, and the last column provenance says who made a point: live at its tick, backfilled afterwards from stored feed data, mixed for an hour of both. A backfilled point knows no value that came later than it was due, has no grid signal (the publisher gives no past) and so a lower confidence, and no forecast was issued with it.',
  getScoreAnalytics:
    'Averages, the share of optimal slots, and the best and worst hours of the day in timezone. Part of the plans with analytics; the 403 of the others lists every field of the answer in responseFields. With a weighting, what depends on the score is recomputed; carbon values are not.',
  getGridStatus:
    'The operator’s signal for today and up to three days after it, hour by hour, under the Open Licence 2.0. 503 when nothing that was published covers today.',
  getTariffToday:
    'Concerns contracts of that tariff only. color is that of the calendar day in Paris; a tariff day runs from 06:00 to 06:00, and inForce is what applies now. Unknown is null.',
  getCoverage:
    'What the history really holds: its first and newest point, the share of the points that there would be by now without gaps, and how many were computed afterwards.',
  getPlans: 'The very table that is enforced.',
  getProfiles: 'What the parameter profile takes, and how far own weights may be from a sum of 1.',
  getDashboard:
    'National weighting, no key, limited per client address. The same numbers as those of the other endpoints, written about once a minute: poll it with If-None-Match no more often. score, carbon and signals are null or empty where those endpoints refuse.',
  getStatus: 'When each source was last read and what is expected next; whether the data are live, demo or replay.',
}
