import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { DROP_REASONS } from '#domain/intake/outcome.ts'
import { fixOf } from '#domain/intake/outcome-fix.ts'
import { iso } from '#api/http/iso.ts'

/** What the intake reports about one request. */
export interface ObservedRequest {
  readonly at: number
  readonly method: string
  readonly pattern: string
  readonly keyPrefix: string | undefined
  readonly projectId: string | undefined
  readonly status: number
  readonly reason: string
  readonly detail: string
  readonly bytes: number
  readonly items: number
  readonly origin: string | undefined
  readonly sdk: string | undefined
  readonly durationMs: number
}

/** Field by field, so that new fields of the intake are not published by accident. */
export function requestMessage(request: ObservedRequest): WireMessage {
  const { reason } = request
  return {
    type: 'request',
    at: iso(request.at),
    projectId: request.projectId ?? null,
    method: request.method,
    pattern: request.pattern,
    keyPrefix: request.keyPrefix ?? null,
    status: request.status,
    reason,
    explanation: Object.hasOwn(DROP_REASONS, reason) ? DROP_REASONS[reason as keyof typeof DROP_REASONS] : '',
    detail: request.detail,
    fix: fixOf(reason),
    bytes: request.bytes,
    items: request.items,
    origin: request.origin ?? null,
    sdk: request.sdk ?? null,
    durationMs: request.durationMs,
  }
}
