import type { JsonObject } from '#domain/json.ts'
import { scalarText } from '#event/read.ts'

const SERVER = 2
const CLIENT = 3
const PRODUCER = 4
const CONSUMER = 5

/** OpenTelemetry has no operations; its semantic conventions say by attributes what a span does. */
export function otlpOp(kind: number, attributes: JsonObject): string {
  const given = scalarText(attributes['sentry.op'])
  if (given !== undefined) return given
  const has = (key: string) => scalarText(attributes[key]) !== undefined
  if (has('http.request.method')) return kind === SERVER ? 'http.server' : 'http.client'
  if (has('db.system.name') || has('db.system')) return 'db'
  if (has('rpc.system') || has('rpc.system.name') || has('rpc.service')) return rpcOp(kind)
  if (has('messaging.system')) return messageOp(kind)
  return 'default'
}

function rpcOp(kind: number): string {
  if (kind === SERVER) return 'rpc.server'
  return kind === CLIENT ? 'rpc.client' : 'rpc'
}

function messageOp(kind: number): string {
  if (kind === PRODUCER) return 'queue.publish'
  return kind === CONSUMER ? 'queue.process' : 'queue'
}
