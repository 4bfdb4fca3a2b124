import type { JsonObject } from '#domain/json.ts'
import type { Visitor } from './visitors.ts'

export interface SampleEvent {
  readonly receivedAt: number
  readonly eventId: string
  readonly visitor: Visitor
  readonly payload: JsonObject
}
