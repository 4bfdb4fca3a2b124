import { withoutQuery } from '#domain/trim-end.ts'

const LOCAL = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/i

/** Served from the developer's own machine. */
export function isLocalAddress(url: string): boolean {
  return LOCAL.test(hostOf(url))
}

function hostOf(address: string): string {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address).hostname : ''
}

const PROBE =
  /\b(?:kube-probe|elb-healthchecker|googlehc|google-cloud-scheduler|uptimerobot|pingdom|statuscake|better ?uptime|better stack|site24x7|consul health check|route ?53[- ]health|azure traffic manager|cloudflare-healthchecks|haproxy)\b/i
const HEALTH_PATH =
  /(?:^|[\s/])(?:health[-_]?check|healthy?|healthz|livez?|liveness|readyz?|readiness|ping|up|heartbeat|status)\/?$/i

/** Asked by a probe, or at an address for probes by what is not a browser: people have pages called /status too. */
export function isHealthCheck(agent: string, places: ReadonlyArray<string | undefined>): boolean {
  if (PROBE.test(agent)) return true
  if (agent.startsWith('Mozilla/')) return false
  return places.some((place) => place !== undefined && HEALTH_PATH.test(place))
}

/** Of an address, without query. */
export function pathOf(address: string): string {
  return withoutQuery(address.replace(/^[a-z]+:\/\/[^/?#]*/i, ''))
}
