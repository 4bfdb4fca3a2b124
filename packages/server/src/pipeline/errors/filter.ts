import type { JsonObject } from '#domain/json.ts'
import { Drop } from '#domain/outcome.ts'
import type { Outcome } from '#domain/outcome.ts'

/** Says why the project does not want the event, or nothing. */
export type Filter = (payload: JsonObject) => string | undefined

/** The first filter that matches decides. */
export function filter(payload: JsonObject, filters: readonly Filter[]): Outcome<JsonObject> {
  for (const matches of filters) {
    const why = matches(payload)
    if (why !== undefined) return new Drop('filtered', why)
  }
  return payload
}
