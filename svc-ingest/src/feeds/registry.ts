import type { FeedDefinition } from './feed.ts'
import { generationByType } from './generation-by-type/feed.ts'
import { generationMix15min } from './generation-mix-15min/feed.ts'
import { physicalFlows } from './physical-flows/feed.ts'

/** Every feed that is ingested: queues, schedules and the pipeline are made from this list. */
export const feedRegistry: readonly FeedDefinition[] = [generationByType, generationMix15min, physicalFlows]
