import type { ErrorEvent } from '#domain/events/error-event.ts'
import { decidingException } from '#event/exceptions.ts'
import type { EventDocument } from '#domain/events/stored-event.ts'
import { agentOf } from './filter-agents.ts'
import { withoutQuery } from '#domain/trim-end.ts'

const LOCAL = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i

/** Where the page was served from; an event without a page is judged by its newest script. */
export function isLocalhost(event: ErrorEvent): boolean {
  const url = event.request?.url ?? decidingException(event)?.frames.at(-1)?.absPath
  return url !== undefined && LOCAL.test(hostOf(url))
}

function hostOf(address: string): string {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).hostname : ''
}

const PROBE =
  /\b(?:kube-probe|elb-healthchecker|googlehc|google-cloud-scheduler|uptimerobot|pingdom|statuscake|better ?uptime|better stack|site24x7|consul health check|route ?53[- ]health|azure traffic manager|cloudflare-healthchecks|haproxy)\b/i
const HEALTH_PATH =
  /(?:^|[\s/])(?:health[-_]?check|healthy?|healthz|livez?|liveness|readyz?|readiness|ping|up|heartbeat|status)\/?$/i

/** Asked by a probe, or at an address for probes by what is not a browser: people have pages called /status too. */
export function isHealthCheck(event: ErrorEvent, received: EventDocument['received']): boolean {
  const agent = agentOf(event, received)
  if (PROBE.test(agent)) return true
  if (agent.startsWith('Mozilla/')) return false
  const path = event.request?.url === undefined ? undefined : pathOf(event.request.url)
  return [event.transaction, path].some((place) => place !== undefined && HEALTH_PATH.test(place))
}

function pathOf(address: string): string {
  return withoutQuery(address.replace(/^[a-z]+:\/\/[^/?#]*/i, ''))
}
