import { DIGEST_SOURCE_TAG, DIGEST_TAG, nextDigest } from '#domain/events/next-digest.ts'
import type { Json, JsonObject } from '#domain/json.ts'
import { isObject } from '#domain/json.ts'
import { list, objectOr, text, trimmed, values } from '#event/read.ts'
import type { BuildFolders } from './build-folders.ts'
import { buildFolderIn, rawStacksOf, usualBuildFolder } from './raw-stack.ts'

/**
 * Of errors that a wrapper of the SDK reports, before Next.js has made a digest of them. Those that Next.js reports itself have
 * theirs in its log line, or none; and where it hashes the components around the failure instead, no event has them.
 */
const WRAPPERS = /^auto\.function\.nextjs\.(?:server_action|server_component|generation_function)$/

/**
 * The digest that Next.js makes of an error of its server, where the event has none: the hash of message and stack. Several
 * where the frames leave open what the stack was; nobody is shown the others. Learns from every event where the server keeps
 * its build, which the stack names and the frames do not.
 */
export function computeDigests(
  payload: JsonObject,
  place: { readonly projectId: string; readonly hasDigest: boolean; readonly folders: BuildFolders },
): readonly string[] {
  const exception = values(payload['exception']).at(-1)
  if (!isObject(exception) || !isOfNextServer(payload)) return []
  const { projectId, hasDigest, folders } = place
  const build = { projectId, release: trimmed(payload['release']) ?? '' }
  const logged = loggedFolder(exception, payload['breadcrumbs'])
  if (logged !== undefined) folders.learn(build, logged)
  const mechanism = text(objectOr(exception['mechanism'])['type']) ?? ''
  if (hasDigest || !WRAPPERS.test(mechanism)) return []
  const folder = folders.of(build) ?? usualBuildFolder(exception)
  const stacks = folder === undefined ? [] : rawStacksOf(exception, folder)
  return stacks.map((stack) => nextDigest(`${text(exception['value']) ?? ''}${stack}`))
}

const isOfNextServer = (payload: JsonObject): boolean =>
  payload['platform'] === 'node' && objectOr(payload['sdk'])['name'] === 'sentry.javascript.nextjs'

/** Says so beside the tags that were sent, and which one it is where only one is possible. */
export function taggedAsComputed(payload: JsonObject, digests: readonly string[]): JsonObject {
  const [digest, ...others] = digests
  if (digest === undefined) return payload
  const added = { ...(others.length === 0 && { [DIGEST_TAG]: digest }), [DIGEST_SOURCE_TAG]: 'computed' }
  const { tags } = payload
  if (Array.isArray(tags)) return { ...payload, tags: [...tags, ...Object.entries(added)] }
  return { ...payload, tags: { ...(isObject(tags) && tags), ...added } }
}

/** Next.js logs a sign and the error. */
const MOST_LOGGED = 4

/** Next.js logs an error with its stack right before it is reported. */
function loggedFolder(exception: JsonObject, breadcrumbs: Json | undefined): string | undefined {
  const crumb = values(breadcrumbs).findLast((one) => isObject(one) && one['category'] === 'console')
  for (const argument of list(objectOr(objectOr(crumb)['data'])['arguments']).slice(0, MOST_LOGGED)) {
    const stack = isObject(argument) ? text(argument['stack']) : undefined
    const folder = stack === undefined ? undefined : buildFolderIn(exception, stack)
    if (folder !== undefined) return folder
  }
  return undefined
}
