import type { IncomingMessage, ServerResponse } from 'node:http'
import { LIMITS } from '#domain/limits.ts'
import { SpoolRefused } from '#spool/spool.ts'
import { createAddressBook } from '#ingest/auth/address-book.ts'
import {
  acceptedAnswer,
  PIXEL_ANSWER,
  preflightAnswer,
  refusedAnswer,
  sendAnswer,
  type Answer,
} from './answer.ts'
import { createBodyMemory, release } from '#ingest/body/body-memory.ts'
import {
  createIntakeRequest,
  type Accepted,
  type IngestDeps,
  type Intake,
  type IntakeRequest,
} from '#ingest/accept/intake-request.ts'
import { sdkOf } from '#ingest/accept/make-receipt.ts'
import { createProgressWatch } from '#ingest/quota/progress-watch.ts'
import { createQuotaBook } from '#ingest/quota/quota.ts'
import { otlpAnswer } from './otlp-answer.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import { readBody, readWholeBody } from '#ingest/body/read-body.ts'
import { acceptRequest } from './take-request.ts'
import type { WholeRequest } from './whole-request.ts'

export interface Ingest {
  /** Handles ingest requests. False: not an ingest request, so the next handler must answer it. */
  readonly handle: (req: IncomingMessage, res: ServerResponse) => boolean
  /** The same for one that was read without `node:http`. False: nothing was done, and the reply will not come. */
  readonly take: (request: WholeRequest, peer: string | undefined, reply: (answer: Answer) => void) => boolean
}

export function createIngest(deps: IngestDeps): Ingest {
  const limits = deps.limits ?? LIMITS
  const intake: Intake = {
    ...deps,
    limits,
    memory: createBodyMemory(limits.inflightBytes),
    progress: createProgressWatch(deps.everySecond),
    quotas: deps.quotas ?? createQuotaBook(),
  }
  const addressOf = createAddressBook()
  return {
    handle(req, res) {
      const address = addressOf(req.url ?? '/')
      if (address === undefined) return false
      const { method = '', headers } = req
      if (method === 'OPTIONS') sendAnswer(res, preflightAnswer(headers, methodsOf(address.route)))
      else {
        const head = { method, headers, peer: req.socket.remoteAddress }
        const request = createIntakeRequest(head, address, intake.now())
        void answerTo(intake, request, {
          receive: (plan) => readBody(req, plan),
          // A stalling sender would continue as long as the connection is read.
          reply: (answer) => sendAnswer(res, answer, answer.status === 408 && !req.complete),
        })
      }
      return true
    },
    take({ target, headers, body }, peer, reply) {
      const address = addressOf(target)
      if (address === undefined) return false
      const request = createIntakeRequest({ method: 'POST', headers, peer }, address, intake.now())
      void answerTo(intake, request, { receive: (plan) => readWholeBody(body, plan), reply })
      return true
    },
  }
}

interface Sender {
  readonly receive: Parameters<typeof acceptRequest>[2]
  readonly reply: (answer: Answer) => void
}

async function answerTo(intake: Intake, request: IntakeRequest, { receive, reply }: Sender): Promise<void> {
  const wrong = wrongAddress(request)
  let outcome: Accepted | Refusal
  try {
    const taken = wrong ?? acceptRequest(intake, request, receive)
    // A body in a shared buffer has to be stored in the turn in which it arrived.
    outcome = taken instanceof Promise ? await taken : taken
    if (!(outcome instanceof Refusal) && outcome.record !== undefined) {
      await intake.spool.append(outcome.record.receipt, outcome.record.body)
    }
  } catch (error) {
    outcome = refusalOfFault(intake, error)
  }
  intake.released?.(request.hold.bytes)
  release(request.hold)
  const answer = finish(intake, request, outcome)
  const late = intake.pace?.turn(request, outcome)
  // Not awaited: this function would keep the body for as long as its sender waits.
  if (late === undefined) reply(answer)
  else void late.then(() => reply(answer))
}

function refusalOfFault(intake: Intake, error: unknown): Refusal {
  if (error instanceof SpoolRefused) {
    return new Refusal(error.reason, error.reason, { retryAfter: error.retryAfterSeconds })
  }
  intake.log.error('ingest failed', { error })
  const retryAfter = LIMITS.spool.retryAfterSeconds
  return new Refusal('internal', 'the request could not be stored', { retryAfter })
}

function finish(intake: Intake, request: IntakeRequest, outcome: Accepted | Refusal): Answer {
  if (intake.observe !== undefined) observe(intake, request, outcome)
  if (outcome instanceof Refusal) {
    if (!outcome.counted) {
      const category = outcome.category ?? request.category
      intake.count.add(request.entry?.project.id, category, 'refused', outcome.reason, 1)
    }
  }
  if (request.route.endpoint === 'otlp') return otlpAnswer(request, outcome)
  if (outcome instanceof Refusal) return refusedAnswer(outcome)
  return request.method === 'GET' ? PIXEL_ANSWER : acceptedAnswer(outcome.eventId, outcome.rateLimits)
}

function observe(intake: Intake, request: IntakeRequest, outcome: Accepted | Refusal): void {
  const isRefused = outcome instanceof Refusal
  intake.observe?.({
    at: request.receivedAt,
    method: request.method,
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

function wrongAddress({ method, route }: IntakeRequest): Refusal | undefined {
  if (route.endpoint === 'unsupported') {
    return new Refusal('not_supported', `${route.pattern} is not supported by this version`)
  }
  if (method === 'POST' || (method === 'GET' && route.endpoint === 'store')) return undefined
  const allow = methodsOf(route)
  return new Refusal('not_supported', `${method} is not supported here`, { status: 405, allow })
}

function methodsOf(route: Route): string {
  return route.endpoint === 'store' ? 'POST, GET, OPTIONS' : 'POST, OPTIONS'
}
