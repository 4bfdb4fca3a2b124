import { createMapFetcher } from '#artifacts/fetch-map.ts'
import { fetchMapsJob } from '#jobs/fetch-maps.ts'
import type { ReadableEvents } from '#jobs/readable-events.ts'
import type { Job } from '#jobs/scheduler.ts'
import { createOutbound } from '#outbound/outbound.ts'
import type { Core } from './core.ts'
import { createGrouper } from './late-maps.ts'
import type { Services } from './services.ts'

export function composeFetchMaps(
  { config, records, telemetry, symbolicator, grouping }: Core,
  { uploads, logOf }: Services,
  readable: ReadableEvents,
): Job {
  const outbound = createOutbound({ allowedHosts: config.outboundAllow })
  return fetchMapsJob({
    records,
    telemetry,
    symbolicator,
    grouper: createGrouper(grouping),
    fetch: createMapFetcher({ outbound, uploads }),
    readable,
    now: Date.now,
    log: logOf('jobs'),
  })
}
