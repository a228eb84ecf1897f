import { AppError } from '@hexawatt/shared/errors/app-error'
import { pathStartOf } from '@hexawatt/shared/http/request-facts'
import type { Logger } from '@hexawatt/shared/telemetry/logger'
import type { Clock } from '@hexawatt/shared/time/clock'
import { type CacheLookups, createResponseCache } from '../cache/response-cache.ts'
import { createUncachedResponses } from '../cache/uncached-responses.ts'
import { createElectricityMaps } from '../compat/electricity-maps.ts'
import type { Events } from '../events/events-endpoint.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'
import { createAnswerMcp } from '../mcp/mcp-endpoint.ts'
import { dashboardPath } from '../pages/dashboard/dashboard-page.ts'
import { createPipeline, maxStreamsPerAccount, type PipelineDeps, type RunPipeline } from '../pipeline/run-pipeline.ts'
import { createForward, type Forward, type ForwardDeps } from '../upstream/forward.ts'
import type { Cell } from './cell-table.ts'

export type ZonesDeps = Omit<ForwardDeps, 'zone' | 'serviceUrls' | 'lookUp'> & {
  /** Wraps the calls to services in spans. */
  traced: { forward: (forward: Forward) => Forward }
  clock: Clock
  /** Monotonic time of the response caches, ms. */
  cacheTimeMs: () => number
  lookups: CacheLookups
  events: Pick<Events, 'takePlace' | 'answerFor' | 'changed'>
  publicBaseUrl: string
  logger: Logger
  own: Pick<Cell, 'zone' | 'services'>
  /** The other cells. */
  cells: readonly Cell[]
}

/** What the pipelines of all zones share. */
export type SharedSteps = Pick<PipelineDeps, 'admit' | 'checkDemo' | 'checkQuery' | 'findPage' | 'findPrivate'> & {
  /** Operations of the gateway but the façade, for its own zone. */
  ownOperations: Omit<PipelineDeps['ownOperations'], keyof ReturnType<typeof createElectricityMaps>>
}

/**
 * Makes what is answered from services, for the gateway's own zone and for each other cell. Accounts, limits and streams are those of the gateway;
 * responses, circuits and connections belong to one zone each.
 */
export function createZones({ own: ownCell, cells, ...deps }: ZonesDeps) {
  const own = createZone(ownCell, deps)
  const others = cells.map((cell) => ({ hosts: cell.hosts, ...createZone(cell, deps) }))
  const sources = [own, ...others].map(({ source }) => source)
  const facadeOf = ({ source }: Zone) =>
    createElectricityMaps({ own: source, others: sources.filter((other) => other !== source), clock: deps.clock })

  return {
    /** Only the gateway's own zone tells it of new data; responses of the others last for their second. */
    ownDataChanged(): void {
      own.dataChanged()
      deps.events.changed(own.source)
    },
    /** The steps of a request: of the zone whose host it names, else of the gateway's own. */
    createPipelines({ ownOperations, ...steps }: SharedSteps): RunPipeline {
      const shared = { ...steps, clock: deps.clock, streams: createConcurrencyLimit(maxStreamsPerAccount) }
      const runOwn = createPipeline({
        ...shared,
        ...own.answers,
        ownOperations: { ...ownOperations, ...facadeOf(own) },
      })
      if (others.length === 0) return runOwn
      const findPage: PipelineDeps['findPage'] = (path) => (path === dashboardPath ? null : steps.findPage(path))
      const byHost = new Map(
        others.flatMap((zone) => {
          const refuse = refuseForeign(zone.source.zone)
          const foreign = { ...ownOperations, getStatus: refuse, getDashboard: refuse, ...facadeOf(zone) }
          // Accounts are signed in to at the public address alone.
          const run = createPipeline({
            ...shared,
            findPage,
            findPrivate: () => null,
            ...zone.answers,
            ownOperations: foreign,
          })
          return zone.hosts.map((host): [string, RunPipeline] => [host, run])
        }),
      )
      return (context) => (byHost.get(hostOf(context.request.url)) ?? runOwn)(context)
    },
  }
}

type ZoneDeps = Omit<ZonesDeps, 'own' | 'cells'>

function createZone({ zone, services }: Pick<Cell, 'zone' | 'services'>, deps: ZoneDeps) {
  const { traced, clock, cacheTimeMs, lookups, events, publicBaseUrl, logger } = deps
  const forward = traced.forward(createForward({ ...deps, zone, serviceUrls: services }))
  const answerUncached = createUncachedResponses(forward)
  const cache = createResponseCache({ zone, forward, answerUncached, clock, monotonicMs: cacheTimeMs, lookups })
  const source = { zone, cachedBody: cache.bodyOf, forward }
  return {
    source,
    dataChanged: cache.dataChanged,
    answers: {
      answerCached: cache.answer,
      answerUncached,
      answerMcp: createAnswerMcp({ forward, publicBaseUrl, logger, clock }),
      takeEventStream: events.takePlace,
      answerEvents: events.answerFor(source),
    },
  }
}
type Zone = ReturnType<typeof createZone>

/** Refuses what a gateway knows of its own zone alone, since it reads the stores of no other: status and dashboard. */
function refuseForeign(zone: string) {
  return (): never => {
    throw new AppError('not_found', {
      detail: `This host is of the zone ${zone}, whose status and dashboard its own gateways have.`,
    })
  }
}

/** Host of a request's address, in lower case, without its port; '' without a valid `Host` header. */
function hostOf(url: string): string {
  const end = pathStartOf(url)
  if (end === 0) return ''
  return url
    .slice(url.indexOf('://') + 3, end)
    .toLowerCase()
    .replace(/:\d+$/, '')
}
