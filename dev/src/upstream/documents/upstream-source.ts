import type { NeighbourSeries } from '../generator/neighbour-power.ts'
import type { SlotSubject } from '../generator/slot-subjects.ts'
import type { PlaceWeather, WeatherQuestion } from '../generator/weather.ts'
import type { Answer, FactorLine, YearlyIntensity } from '../subjects/answer.ts'
import type { Series } from '../subjects/slots.ts'
import type { Span, TimeWindow } from '../subjects/span.ts'
import type { YearlyCapacity } from './capacities.ts'
import type { QuarterImbalance } from './imbalance.ts'
import type { PricedOption, PriceRow } from './regulated-prices.ts'
import type { DaySignal } from './signals.ts'
import type { TariffDay } from './tariff-season.ts'
import type { UnavailabilityMessage, UnavailabilityQuery } from './unavailability-messages.ts'

/** Everything that the datasets serve. An answer holds nothing before its publication. */
export type UpstreamSource = {
  /** Public slots that start in the span, of the requested families. An unknown slot is absent. */
  slots(subject: SlotSubject, span: Span, isRequested?: (family: string) => boolean): Promise<Answer<readonly Series[]>>
  /** Output of a neighbour by production type at some starts of slots, by the publisher's code of the country; none on recordings. */
  neighbourPower(country: string, startsEpochMs: readonly number[]): Promise<Answer<readonly NeighbourSeries[]>>
  /** Days of the newest issue of the grid signal, oldest first. */
  signals(): Promise<Answer<readonly DaySignal[]>>
  /** Signals of the past days that the window touches, as issued the day before, oldest first. */
  pastSignals(window: TimeWindow): Promise<Answer<readonly DaySignal[]>>
  /** Tariff colours of the days that the window touches, oldest first. */
  tariffDays(window: TimeWindow): Promise<Answer<readonly TariffDay[]>>
  /** The outage messages that the query selects. */
  unavailabilities(window: TimeWindow, query: UnavailabilityQuery): Promise<Answer<readonly UnavailabilityMessage[]>>
  /** Installed capacities of the years that the window touches, oldest first. */
  capacities(window: TimeWindow): Promise<Answer<readonly YearlyCapacity[]>>
  /** Quarter-hours of imbalance that begin in the window, oldest first. */
  imbalance(window: TimeWindow): Promise<Answer<readonly QuarterImbalance[]>>
  /** Every line of the emission factor database. */
  factorLines(): Promise<Answer<readonly FactorLine[]>>
  /** Weather of places at the full hours of a span, in their order. */
  weather(question: WeatherQuestion): Promise<Answer<readonly PlaceWeather[]>>
  /** Rows of an option of the regulated tariff, oldest first. */
  regulatedPrices(option: PricedOption): Promise<Answer<readonly PriceRow[]>>
  /** Every published yearly intensity. */
  yearlyIntensities(): Promise<Answer<readonly YearlyIntensity[]>>
}
