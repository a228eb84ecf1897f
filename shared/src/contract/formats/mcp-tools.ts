/**
 * Tools of the Model Context Protocol (docs/develop/decisions.md#mcp-tools). Each tool has the parameters and rights of its `operation` and returns its body. A
 * tool with `joins` returns one object of several bodies (member → operation, including its own); the other operations take no parameters. A tool of an
 * internal operation has the arguments of that operation, which no address could hold.
 */
export const mcpTools = [
  {
    name: 'current_grid',
    title: 'State of the French power grid now',
    operation: 'getScore',
    joins: {
      score: 'getScore',
      carbon: 'getCarbonIntensity',
      gridStatus: 'getGridStatus',
      consumption: 'getCarbonConsumption',
    },
    description:
      'How favourable the current hour is for using electricity in mainland France. Returns score (globalScore 0 to 100: 70 or more is optimal, below 40 unfavourable; with sub-scores and advice in French), carbon (intensity in gCO2eq/kWh on the production boundary and on the consumption boundary with yearly intensities of the neighbours, and the generation mix in MW), gridStatus (grid-tension signal of today and the next three days) and consumption (carbon intensity of the electricity consumed in France in its newest known hour, usually two to three hours ago, with the net import and the intensity of each neighbour; basis says which mix of the neighbour counts). carbon, gridStatus or consumption is null when no reliable value exists; unavailable gives the reason. Custom weightings (profile, wPrice, wCarbon, wGrid, wAdequacy) require a plan with custom weights.',
  },
  {
    name: 'plan_load',
    title: 'Best time to run a load',
    operation: 'getSchedule',
    joins: {},
    description:
      'When to run an electric load (car, water heater, washing machine, batch job) in mainland France within the next 48 hours (72 while weather forecasts exist) at the lowest cost, the lowest emissions or the best score. emissions chooses what emissions count: those of French generation (lifecycle, direct) or of French consumption with its imports (consumption). Give two of energyKWh (kWh), powerKW (kW) and durationMinutes (minutes), or only durationMinutes; earliest and latest limit the window, quiet keeps hours of the day free. The cost is that of the contract of the household: tariff (spot, base, hphc, tempo or another id of GET /api/tariffs) with subscribedKva, offPeak (as printed on the contract, such as 22h30-6h30) or offPeakSummer and offPeakWinter, and for spot adder or adderEurPerKwh and vatPercent; ask the user for the contract when the cost matters. Returns the segments of the plan with start and end in UTC, cost in EUR, emissions in gCO2eq, baselines such as starting now, savings, the probability that waiting pays, and one sentence of advice (in French, or in English when Accept-Language prefers English). A load that does not fit is refused with infeasible_schedule and the smallest window that is long enough.',
  },
  {
    name: 'outlook',
    title: 'The coming hours: carbon, price, score',
    operation: 'getOutlook',
    joins: {},
    description:
      'Forecast of the next 1 to 72 hours (hours) in mainland France, by hour or quarter-hour (resolution 1h or 15m). Returns slots with start and end in UTC, carbon intensity (gCO2eq/kWh, life-cycle and direct; of generation, and of consumption with its imports), market price (EUR/MWh; basis is auction for a published price and estimate beyond the auction), score (0 to 100), grid signal and colour of the three-colour tariff (Tempo). low and high are p10 and p90 of a value; null means unknown. To find the best time for a load, use plan_load.',
  },
  {
    name: 'score_forecast',
    title: 'Score of the coming hours',
    operation: 'getScoreForecast',
    joins: {},
    description:
      'How favourable each of the next 1 to 48 hours (hours, default 24) is for using electricity in mainland France. Returns for each full hour the score (globalScore 0 to 100: 70 or more is optimal, below 40 unfavourable), its four sub-scores with an explanation in French, confidence (0 to 100), auctioned market price (EUR/MWh, null beyond the auction) and carbon intensity (gCO2eq/kWh), and the best and worst hour (bestHour, worstHour). Custom weightings (profile, wPrice, wCarbon, wGrid, wAdequacy) require a plan with custom weights.',
  },
  {
    name: 'tariff_outlook',
    title: 'Colours of the three-colour tariff',
    operation: 'getTariffOutlook',
    joins: {},
    description:
      'Colour (blue, white, red) of the French three-colour electricity tariff (Tempo) for the current tariff day and up to nine days ahead: the published colour, or the probability of each colour (0 to 1). Also returns the white and red days left in the season, and the regulated prices of published days in EUR/kWh. A tariff day runs from 06:00 to 06:00 in Paris. The colours matter only for contracts with this tariff.',
  },
  {
    name: 'explain',
    title: 'How a figure was computed',
    operation: 'getCarbonExplain',
    joins: {},
    description:
      'Every term from which the carbon intensities and the score of mainland France were computed, to check or to explain a figure. Without at: the figures of now. With at (the history depth of the plan applies): the stored point of the newest full ten minutes not after it. Returns carbon (per production type power in MW, emission factor in gCO2eq/kWh with source and validity, and emissions; net import per neighbour with its yearly intensity; sums and both intensities, unrounded and rounded; null with carbonMissing as the reason), score (inputs, scale anchors and values of the four sub-scores, weights, composite, confidence) and the numbers of the archived payloads behind them.',
  },
  {
    name: 'history_summary',
    title: 'Summary of a past period',
    operation: 'getScoreAnalytics',
    joins: {},
    description:
      'Aggregates of a past period: mean score (0 to 100), share of optimal slots (%), mean carbon intensity on both boundaries (gCO2eq/kWh), mean low-carbon share (%), and the best and worst hours of the day in timezone. from is inclusive, to exclusive, at most 366 days; the default is the last 24 hours. Requires a plan with analytics; the history depth of the plan applies.',
  },
  {
    name: 'compare_contracts',
    title: 'Cost of a year under several contracts',
    operation: 'compareContracts',
    joins: {},
    description:
      'What a consumption would have cost and emitted over the newest 12 months under several French electricity contracts: base, peak and off-peak (hphc), Tempo, other contracts of GET /api/tariffs, and the market price with what a supplier adds (spot). loadKwh is a load profile in kWh: 24 numbers for an average day, or 168 for an average week from Monday, on the clock of Paris. The profile is sent to the server of this installation for the calculation, and is neither stored nor logged. Returns costs in EUR including all taxes (with the subscription where it is known), the cheapest contract, emissions in kg CO2eq, how much energy must move for Tempo or off-peak prices to pay, the share of the energy that could be compared, and caveats: name them, because a profile is an average and prices of the coming year will differ.',
  },
] as const
export type McpTool = (typeof mcpTools)[number]
