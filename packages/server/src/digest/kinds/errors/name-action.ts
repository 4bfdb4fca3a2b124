import type { JsonObject } from '#domain/json.ts'
import { isObject } from '#domain/json.ts'
import type { ProjectRoutes } from '#domain/routes/project-routes.ts'
import { failedAction } from '#event/known-errors/next-errors.ts'
import { objectOr, pairs, text, trimmed, values } from '#event/read.ts'

const TAG = 'nextjs.action'
const HEADER = 'next-action'

/**
 * Tags an error of a server action with the action's name: requests, and a page that calls an action of another build, name
 * it by a hash. Before anything is cut or scrubbed, so that the tag is treated like those that were sent.
 */
export function nameAction(payload: JsonObject, routes: ProjectRoutes): JsonObject {
  const { actions } = routes.of(trimmed(payload['release']))
  if (actions.size === 0) return payload
  const id = calledAction(payload) ?? missingAction(payload)
  const name = id === undefined ? undefined : actions.get(id)
  const { tags } = payload
  if (name === undefined || pairs(tags).some(([key]) => key === TAG)) return payload
  if (Array.isArray(tags)) return { ...payload, tags: [...tags, [TAG, name]] }
  return { ...payload, tags: { ...(isObject(tags) && tags), [TAG]: name } }
}

/** By `@hindcast/next`, which needs no headers to be sent, or by the header itself. */
function calledAction(payload: JsonObject): string | undefined {
  const noted = text(objectOr(objectOr(payload['contexts'])['nextjs'])['action_id'])
  if (noted !== undefined) return noted
  const headers = pairs(objectOr(payload['request'])['headers'])
  return headers.find(([key]) => key.toLowerCase() === HEADER)?.[1]
}

function missingAction(payload: JsonObject): string | undefined {
  const exception = objectOr(values(payload['exception']).at(-1))
  return failedAction({ type: text(exception['type']) ?? '', text: text(exception['value']) ?? '' })
}
