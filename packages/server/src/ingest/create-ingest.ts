import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '#domain/limits.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { createAddressBook } from './address-book.ts'
import { answerAccepted, answerPixel, answerPreflight, answerRefused } from './answer.ts'
import { createByteBudget } from './byte-budget.ts'
import {
  createIntakeRequest,
  type Accepted,
  type IngestDeps,
  type Intake,
  type IntakeRequest,
} from './intake-request.ts'
import { sdkOf } from './make-receipt.ts'
import { createQuotaBook } from './quota.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import { takeRequest } from './take-request.ts'

/** Answers ingest requests. False: the request is not one, and somebody else must answer it. */
export type IngestHandler = (req: IncomingMessage, res: ServerResponse) => boolean

export function createIngest(deps: IngestDeps): IngestHandler {
  const limits = deps.limits ?? LIMITS
  const intake: Intake = {
    ...deps,
    limits,
    budget: createByteBudget(limits.inflightBytes),
    quotas: createQuotaBook(),
  }
  const addressOf = createAddressBook()
  return (req, res) => {
    const address = addressOf(req.url ?? '/')
    if (address === undefined) return false
    const { route } = address
    if (req.method === 'OPTIONS') {
      answerPreflight(req, res, methodsOf(route))
      return true
    }
    const request = createIntakeRequest(req, address, intake.now())
    const wrong = wrongAddress(req, route)
    if (wrong === undefined) void serve(intake, request, res)
    else finish(intake, request, res, wrong)
    return true
  }
}

async function serve(intake: Intake, request: IntakeRequest, res: ServerResponse): Promise<void> {
  let outcome: Accepted | Refusal
  try {
    outcome = await takeRequest(intake, request)
  } catch (error) {
    outcome = refusalOfFault(intake, error)
  }
  intake.budget.release(request.hold.bytes)
  request.hold.bytes = 0
  finish(intake, request, res, outcome)
}

function refusalOfFault(intake: Intake, error: unknown): Refusal {
  if (error instanceof SpoolRefused) {
    return new Refusal(error.reason, error.reason, { retryAfter: error.retryAfterSeconds })
  }
  intake.log.error('ingest failed', { error })
  const retryAfter = LIMITS.spool.retryAfterSeconds
  return new Refusal('internal', 'the request could not be stored', { retryAfter })
}

function finish(
  intake: Intake,
  request: IntakeRequest,
  res: ServerResponse,
  outcome: Accepted | Refusal,
): void {
  if (outcome instanceof Refusal) {
    if (!outcome.counted) {
      const category = outcome.category ?? request.category
      intake.count.add(request.entry?.project.id, category, 'refused', outcome.reason, 1)
    }
    answerRefused(res, outcome)
  } else if (request.message.method === 'GET') {
    answerPixel(res)
  } else {
    answerAccepted(res, outcome.eventId, outcome.rateLimits)
  }
  if (intake.observe !== undefined) observe(intake, request, outcome)
}

function observe(intake: Intake, request: IntakeRequest, outcome: Accepted | Refusal): void {
  const isRefused = outcome instanceof Refusal
  intake.observe?.({
    at: request.receivedAt,
    method: request.message.method ?? '',
    pattern: request.route.pattern,
    keyPrefix: (request.entry?.key.publicKey ?? request.credentials?.publicKey)?.slice(0, 6),
    projectId: request.entry?.project.id,
    status: isRefused ? outcome.status : 200,
    reason: isRefused ? outcome.reason : '',
    detail: isRefused ? outcome.detail : '',
    bytes: request.bytes,
    items: request.items,
    origin: request.headers.origin,
    sdk: sdkOf(request),
    durationMs: intake.now() - request.receivedAt,
  })
}

function wrongAddress(req: IncomingMessage, route: Route): Refusal | undefined {
  if (route.endpoint === 'unsupported') {
    return new Refusal('not_supported', `${route.pattern} is not supported by this version`)
  }
  if (req.method === 'POST' || (req.method === 'GET' && route.endpoint === 'store')) return undefined
  const allow = methodsOf(route)
  return new Refusal('not_supported', `${req.method} is not supported here`, { status: 405, allow })
}

function methodsOf(route: Route): string {
  return route.endpoint === 'store' ? 'POST, GET, OPTIONS' : 'POST, OPTIONS'
}
