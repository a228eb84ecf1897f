/**
 * Tools of the Model Context Protocol (docs/develop/decisions.md#mcp-tools). Each has the parameters and the rights of its `operation`, and answers its body. `joins` =
 * the answer is one object of several bodies: member → operation, the tool's own among them; the others take no parameters.
 */
export const mcpTools = [
  {
    name: 'current_grid',
    title: 'State of the French power grid now',
    operation: 'getScore',
    joins: { score: 'getScore', carbon: 'getCarbonIntensity', gridStatus: 'getGridStatus' },
    description:
      'How favourable the present hour is for using electricity in mainland France. Returns score (globalScore 0 to 100, 70 and more is optimal, below 40 unfavourable, with its parts and an advice in French), carbon (intensity in gCO2eq/kWh on the production and the consumption boundary, and the generation mix in MW) and gridStatus (grid-tension signal of today and the three days after it). carbon or gridStatus is null when no reliable value exists; unavailable says why. Own weightings (profile, wPrice, wCarbon, wGrid, wAdequacy) need a plan that has them.',
  },
  {
    name: 'plan_load',
    title: 'Best time to run a load',
    operation: 'getSchedule',
    joins: {},
    description:
      'When to run an electric load (car, water heater, washing machine, batch job) in mainland France within the next 48 hours at the least cost, the least emissions or the best score. Give two of energyKWh (kWh), powerKW (kW) and durationMinutes (minutes), or durationMinutes alone; earliest and latest bound the window. Returns the pieces of the plan with start and end in UTC, cost in EUR, emissions in g of CO2 equivalent, baselines such as starting now, savings, the probability that waiting pays, and one sentence of advice (in French, or in English where the client’s Accept-Language prefers it). A load that does not fit is refused with infeasible_schedule and the smallest window that would do.',
  },
  {
    name: 'outlook',
    title: 'The coming hours: carbon, price, score',
    operation: 'getOutlook',
    joins: {},
    description:
      'Forecast of the next 1 to 48 hours (hours) in mainland France, by the hour or the quarter-hour (resolution 1h or 15m). Returns slots with start and end in UTC, carbon intensity (gCO2eq/kWh, life-cycle and direct), market price (EUR/MWh; basis is auction for a published price and estimate beyond the auction), score (0 to 100), grid signal and colour of the three-colour tariff. low and high are p10 and p90 of a value; null is unknown. Use plan_load to have the best time for a load chosen.',
  },
  {
    name: 'score_forecast',
    title: 'Score of the coming hours',
    operation: 'getScoreForecast',
    joins: {},
    description:
      'How favourable each of the next 1 to 48 hours (hours, default 24) is for using electricity in mainland France. Returns for each full hour the score (globalScore 0 to 100, 70 and more is optimal, below 40 unfavourable), its four parts with an explanation in French, confidence (0 to 100), auctioned market price (EUR/MWh, null beyond the auction) and carbon intensity (gCO2eq/kWh), and the best and the worst hour (bestHour, worstHour). Own weightings (profile, wPrice, wCarbon, wGrid, wAdequacy) need a plan that has them.',
  },
  {
    name: 'tariff_outlook',
    title: 'Colours of the three-colour tariff',
    operation: 'getTariffOutlook',
    joins: {},
    description:
      'Colour (blue, white, red) of the French three-colour electricity tariff for the tariff day in force and up to six days ahead: the published colour, or the probability of each (0 to 1). Returns also the white and red days that are left of the season, and the regulated prices in EUR/kWh of published days. A tariff day runs from 06:00 to 06:00 in Paris. It concerns contracts of that tariff only.',
  },
  {
    name: 'history_summary',
    title: 'Summary of a past period',
    operation: 'getScoreAnalytics',
    joins: {},
    description:
      'Aggregates of a past period: mean score (0 to 100), share of optimal slots (%), mean carbon intensity on both boundaries (gCO2eq/kWh), mean low-carbon share (%), and the best and worst hours of the day in timezone. from is inclusive, to exclusive, at most 366 days; without them the last 24 hours. Needs a plan with analytics, and reaches as far back as the plan.',
  },
] as const
export type McpTool = (typeof mcpTools)[number]
