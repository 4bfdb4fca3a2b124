import { LIMITS } from '#domain/limits.ts'
import { Drop } from '#domain/intake/outcome.ts'
import { isSecurityMediaType } from '#protocol/security-report.ts'
import { otlpFormatOf } from '#protocol/otlp.ts'
import { parseEnvelopeHeader } from '#protocol/envelope.ts'
import { acceptEnvelope, settleSender } from '#ingest/accept/accept-envelope.ts'
import { acceptOtlp } from '#ingest/accept/accept-otlp.ts'
import { acceptSecurity } from '#ingest/accept/accept-security.ts'
import { acceptStore } from '#ingest/accept/accept-store.ts'
import { authorise, identify } from '#ingest/auth/authorise.ts'
import { limitOf, overloaded, tooLarge, type BodyLimits, type BodyPlan } from '#ingest/body/body-plan.ts'
import { codingsOf } from '#ingest/body/content-coding.ts'
import type { Accepted, Intake, IntakeRequest } from '#ingest/accept/intake-request.ts'
import type { Received } from '#ingest/body/read-body.ts'
import { Refusal, refusalOf } from './refusal.ts'

/** From the request line to what is to be stored: at once where the body is there. */
export function acceptRequest(
  intake: Intake,
  request: IntakeRequest,
  receive: (plan: BodyPlan) => Received | Promise<Received>,
): Accepted | Refusal | Promise<Accepted | Refusal> {
  const refused = admit(intake, request)
  if (refused !== undefined) return refused
  if (request.method === 'GET') return acceptQuery(intake, request)
  const limits = bodyLimits(intake, request)
  const codings = codingsOf(request.headers['content-encoding'])
  if (codings instanceof Drop) return refusalOf(codings)
  const announced = announcedProblem(intake, request, limits, codings.length > 0)
  if (announced !== undefined) return refusalOf(announced)
  const { memory, progress } = intake
  const received = receive({
    codings,
    limits,
    memory,
    hold: request.hold,
    progress,
    holder: () => holderOf(request),
    identify: (firstLine) => identifyEnvelope(intake, request, firstLine),
  })
  return received instanceof Promise
    ? received.then((body) => acceptBody(intake, request, body))
    : acceptBody(intake, request, received)
}

/** A project's senders at one address share what one of them may hold; a proxy in front makes them one address. */
function holderOf({ entry, peer }: IntakeRequest): string | undefined {
  return entry === undefined ? undefined : `${entry.project.id} ${peer}`
}

function identifyEnvelope(
  intake: Intake,
  request: IntakeRequest,
  firstLine: Buffer,
): Drop | Refusal | undefined {
  const header = parseEnvelopeHeader(firstLine)
  return header instanceof Drop ? header : settleSender(intake, request, header)
}

function acceptBody(intake: Intake, request: IntakeRequest, body: Received): Accepted | Refusal {
  if (body instanceof Refusal) return body
  if (body instanceof Drop) return refusalOf(body)
  request.bytes = body.bytes.length
  request.gzip = body.gzip
  if (isEnvelope(request)) return acceptEnvelope(intake, request, body.bytes)
  if (request.route.endpoint === 'security') return acceptSecurity(intake, request, body.bytes)
  if (request.route.endpoint === 'otlp') return acceptOtlp(intake, request, body.bytes)
  return acceptStore(intake, request, body.bytes)
}

/** All checks before a body is read. */
function admit(intake: Intake, request: IntakeRequest): Refusal | undefined {
  const full = intake.spool.refusal()
  if (full !== undefined) return new Refusal(full.reason, full.reason, { retryAfter: full.retryAfterSeconds })
  const unreadable = identify(request)
  if (unreadable !== undefined) return unreadable
  const { credentials, route } = request
  if (credentials !== undefined) {
    const refused = authorise(intake, request, credentials.publicKey, route.project)
    if (refused !== undefined) return refused
  } else if (!isEnvelope(request)) {
    return new Refusal('unauthenticated', 'no key in the query or the headers')
  }
  return wrongMediaType(request)
}

function wrongMediaType({ route, headers }: IntakeRequest): Refusal | undefined {
  const type = headers['content-type']
  const given = type?.slice(0, 60) ?? 'nothing'
  if (route.endpoint === 'security' && !isSecurityMediaType(type)) {
    return new Refusal('unsupported_media_type', `a report cannot be of type ${given}`)
  }
  if (route.endpoint === 'otlp' && otlpFormatOf(type) === undefined) {
    const wanted = 'application/json or application/x-protobuf'
    return new Refusal('unsupported_media_type', `spans are sent as ${wanted}, not as ${given}`)
  }
  return undefined
}

function acceptQuery(intake: Intake, request: IntakeRequest): Accepted | Refusal {
  // A plus sign of base64 that was sent unescaped arrives as a space.
  const data = (request.query.data ?? '').trimStart()
  const body = Buffer.from(data.startsWith('{') ? data : data.replaceAll(' ', '+'))
  request.bytes = body.length
  return acceptStore(intake, request, body)
}

/** Old endpoints take new bodies where the content type says so. */
export function isEnvelope({ route, headers, method }: IntakeRequest): boolean {
  if (route.endpoint === 'envelope') return true
  if (route.endpoint !== 'store' || method === 'GET') return false
  return headers['content-type']?.startsWith('application/x-sentry-envelope') === true
}

/** A store body may be base64 of what is counted, hence the half on top. */
function bodyLimits({ limits }: Intake, request: IntakeRequest): BodyLimits {
  if (isEnvelope(request)) return { wire: limits.requestBytes, decoded: limits.envelopeBytes }
  if (request.route.endpoint === 'otlp') {
    return { wire: Math.min(limits.requestBytes, LIMITS.otlp.bytes), decoded: LIMITS.otlp.bytes }
  }
  const decoded = request.route.endpoint === 'store' ? LIMITS.storeBytes * 1.5 : LIMITS.storeBytes
  return { wire: Math.min(limits.requestBytes, decoded), decoded }
}

function announcedProblem(
  intake: Intake,
  request: IntakeRequest,
  limits: BodyLimits,
  isCoded: boolean,
): Drop | undefined {
  const announced = Number(request.headers['content-length'] ?? 0)
  const limit = limitOf(limits, isCoded)
  if (announced > limit) return tooLarge(limit)
  const holder = holderOf(request)
  if (holder === undefined || announced <= LIMITS.bodies.smallBodyBytes) return undefined
  return intake.memory.large.fits(announced, holder) ? undefined : overloaded()
}
