import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { fetchedMapId, isFetchable, withoutFragment, type MapFetch } from '#domain/source-maps/map-fetch.ts'
import { isOriginAllowed } from '#domain/projects/origin.ts'
import type { Project } from '#domain/projects/project.ts'
import type { Outbound, OutboundAnswer, OutboundSuccess } from '#outbound/request-and-answer.ts'
import { completedByContent } from '#protocol/build-file.ts'
import { inlineBytes, mapReferenceIn } from '#protocol/map-reference.ts'
import type { Uploads } from './uploads.ts'

/** A script as an event names it. */
export interface SeenScript {
  readonly url: string
  readonly release: string | undefined
  readonly debugId: string | undefined
}

export interface MapFetcherDeps {
  readonly outbound: Outbound
  readonly uploads: Pick<Uploads, 'storeFetched'>
}

export type MapFetcher = (
  project: Project,
  script: SeenScript,
  signal: AbortSignal,
) => Promise<MapFetch['state']>

type Found = { readonly bytes: Buffer; readonly from: string } | MapFetch['state']

/** Asks for a script, then for the map that it names, and keeps the map as if it had been uploaded. */
export function createMapFetcher({ outbound, uploads }: MapFetcherDeps): MapFetcher {
  const ask = async (url: string, maxBytes: number, signal: AbortSignal) =>
    outbound.send(
      {
        url,
        headers: { Accept: '*/*', 'User-Agent': 'Hindcast' },
        maxBytes,
        timeoutMs: LIMITS.mapFetch.waitMs,
        redirects: LIMITS.mapFetch.redirects,
      },
      signal,
    )

  async function find(script: SeenScript, signal: AbortSignal): Promise<Found> {
    const url = withoutFragment(script.url)
    const answer = await ask(url, LIMITS.mapFetch.scriptBytes, signal)
    if (!isFile(answer)) return failureOf(answer)
    const body = bytesOf(answer)
    if (isOtherBuild(script, body)) return 'other_build'
    const reference =
      answer.headers.get('sourcemap') ?? answer.headers.get('x-sourcemap') ?? mapReferenceIn(body)
    if (reference === undefined) return 'no_reference'
    const inline = inlineBytes(reference)
    if (inline !== undefined) return { bytes: inline, from: url }
    if (!URL.canParse(reference, answer.url)) return 'not_found'
    const from = new URL(reference, answer.url).href
    const map = await ask(from, LIMITS.mapFetch.mapBytes, signal)
    return isFile(map) ? { bytes: bytesOf(map), from } : failureOf(map)
  }

  return async (project, script, signal) => {
    if (!isOwn(project, script.url)) return 'not_own'
    const found = await find(script, signal)
    if (typeof found === 'string') return found
    if (!looksLikeMap(found.bytes)) return 'not_a_map'
    try {
      const debugId = fetchedMapId(script.release, script.url)
      await uploads.storeFetched({
        project,
        release: script.release,
        debugId,
        url: found.from,
        bytes: found.bytes,
      })
    } catch (error) {
      if (error instanceof AppError && error.code === 'rate_limited') return 'no_space'
      throw error
    }
    return 'fetched'
  }
}

/** Without a list every public host may be the project's own. */
function isOwn({ settings }: Project, url: string): boolean {
  return isFetchable(url) && isOriginAllowed(settings.allowedOrigins, new URL(url).origin, undefined)
}

function isFile(answer: OutboundAnswer): answer is OutboundSuccess {
  return answer.ok && answer.status === 200
}

/** Without a copy: these are megabytes. */
function bytesOf({ body }: OutboundSuccess): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

const TOLD: ReadonlySet<string> = new Set(['address_refused', 'timed_out', 'too_large'])

function failureOf(answer: OutboundAnswer): MapFetch['state'] {
  if (answer.ok) return 'not_found'
  return TOLD.has(answer.reason) ? (answer.reason as MapFetch['state']) : 'unreachable'
}

/** Only where both say who they are: a page that was open for days reports a script that is replaced by now. */
function isOtherBuild({ debugId }: SeenScript, body: Buffer): boolean {
  const known = { kind: 'minified_source', debugId: undefined, sourceMap: undefined } as const
  const served = completedByContent(known, body).debugId
  return debugId !== undefined && served !== undefined && served !== debugId
}

/** A page that says "not found" with status 200 is none. Reading it whole is left to the thread that opens maps. */
function looksLikeMap(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 200).toString('utf8').trimStart()
  if (!/^(?:\uFEFF|\)\]\}'?[^\n]*\n)?\s*\{/.test(start)) return false
  return bytes.includes('"mappings"') || bytes.includes('"sections"')
}
