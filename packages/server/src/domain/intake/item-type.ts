import type { DataCategory } from './category.ts'
import { LIMITS } from '#domain/limits.ts'

/** What is known of an envelope item before anybody reads it. */
export interface ItemType {
  /** Under which it is counted and limited. */
  readonly category: DataCategory
  /** The envelope's event id is its own. */
  readonly hasEventId?: true
  /** It holds many, and says in `item_count` how many. */
  readonly isContainer?: true
  /** More of them in one envelope are refused. */
  readonly perEnvelope?: number
}

/** Every type that SDKs send. The kinds of the digest say which of them are read; the others are kept raw. */
export const ITEM_TYPES: Readonly<Record<string, ItemType>> = {
  event: { category: 'error', hasEventId: true },
  transaction: { category: 'transaction', hasEventId: true },
  span: { category: 'span', isContainer: true },
  /** An export request of OpenTelemetry as a whole. */
  otlp_traces: { category: 'span', isContainer: true },
  log: { category: 'log_item', isContainer: true },
  trace_metric: { category: 'trace_metric', isContainer: true },
  session: { category: 'session', perEnvelope: LIMITS.sessionsPerEnvelope },
  sessions: { category: 'session', perEnvelope: LIMITS.sessionsPerEnvelope },
  client_report: { category: 'internal' },
  replay_event: { category: 'replay' },
  replay_recording: { category: 'replay' },
  replay_video: { category: 'replay' },
  feedback: { category: 'feedback', hasEventId: true },
  user_report: { category: 'feedback' },
  attachment: { category: 'attachment', perEnvelope: LIMITS.attachmentsPerEnvelope },
  check_in: { category: 'monitor' },
  profile: { category: 'profile' },
  profile_chunk: { category: 'profile' },
  raw_security: { category: 'security' },
}

const UNKNOWN: ItemType = { category: 'default' }

export function itemTypeOf(type: string): ItemType {
  return Object.hasOwn(ITEM_TYPES, type) ? ITEM_TYPES[type]! : UNKNOWN
}

export function categoryOf(type: string): DataCategory {
  return itemTypeOf(type).category
}
