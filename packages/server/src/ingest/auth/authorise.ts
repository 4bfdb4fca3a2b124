import { Drop } from '#domain/intake/outcome.ts'
import { isKnownVersion, normalisePublicKey, readCredentials } from '#protocol/auth.ts'
import type { Intake, IntakeRequest } from '#ingest/accept/intake-request.ts'
import { isOriginAllowed } from '#domain/projects/origin.ts'
import { overQuota, Refusal, refusalOf } from '#ingest/http/refusal.ts'

/** Reads the key that came with HTTP, if one did. The answer says only whether it could be read. */
export function identify(request: IntakeRequest): Refusal | undefined {
  const { headers, query, route } = request
  const credentials = route.tunnel
    ? readCredentials(query, undefined, undefined)
    : readCredentials(query, oneOf(headers['x-sentry-auth']), headers.authorization)
  if (credentials instanceof Drop) return refusalOf(credentials)
  request.credentials = credentials
  const version = credentials === undefined ? query.version : credentials.version
  if (isKnownVersion(version)) return undefined
  return new Refusal('malformed', `protocol version ${version?.slice(0, 20)} is not known, the latest is 7`)
}

/** Finds the key's project and whether it may send now. `project` is what the address or the DSN names. */
export function authorise(
  intake: Intake,
  request: IntakeRequest,
  publicKey: string,
  project: string | undefined,
): Refusal | undefined {
  const key = normalisePublicKey(publicKey)
  if (key === undefined) {
    return new Refusal('unauthenticated', 'the key is not 32 hexadecimal digits', { status: 400 })
  }
  const entry = intake.keys.lookup(key)
  if (entry === undefined) return new Refusal('unknown_key', 'no project has this key')
  if (project !== undefined && project !== entry.project.id) {
    return new Refusal('unknown_key', `the key does not belong to project ${project.slice(0, 40)}`)
  }
  request.entry = entry
  if (!entry.key.enabled) return new Refusal('unknown_key', 'the key is disabled')
  const { allowedOrigins } = entry.project.settings
  if (!isOriginAllowed(allowedOrigins, request.headers.origin, request.headers.referer)) {
    return new Refusal('origin_not_allowed', 'the project does not accept data from this origin')
  }
  const limit = intake.quotas.exhausted(entry, request.receivedAt)
  return limit === undefined ? undefined : overQuota([limit], false)
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'object' ? header[0] : header
}
