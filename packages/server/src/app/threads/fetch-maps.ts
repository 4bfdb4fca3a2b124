import { createMapFetcher } from '#product/source-maps/uploads/fetch-map.ts'
import { fetchMapsJob } from '#product/source-maps/jobs/fetch-maps.ts'
import type { ReadableEvents } from '#product/source-maps/jobs/readable-events.ts'
import type { Job } from '#product/common/jobs/scheduler.ts'
import { createOutbound } from '#outbound/outbound.ts'
import type { Core } from '#app/core.ts'
import { createGrouper } from './grouping.ts'
import type { Services } from '#app/services.ts'

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
