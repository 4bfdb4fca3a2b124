import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import type { Log } from '#domain/log.ts'
import type { ChunkStore } from '#stores/blobs/chunks.ts'
import type { BundleRequest } from './store-bundle.ts'

export interface Assembly {
  readonly state: 'not_found' | 'assembling' | 'ok' | 'error'
  readonly missingChunks: readonly string[]
  readonly detail?: string
}

export interface AssemblyDeps {
  readonly store: (request: BundleRequest) => Promise<void>
  readonly answerWithinMs: number
  readonly chunks: Pick<ChunkStore, 'missing' | 'remove'>
  readonly now: () => number
  readonly log: Log
}

interface Running {
  readonly request: BundleRequest
  readonly outcome: Promise<Assembly>
  doneAt: number | undefined
}

/** Its files are there. */
export const ASSEMBLED: Assembly = { state: 'ok', missingChunks: [] }

/**
 * Bundles being assembled. After a restart there are none, but the chunks still exist, so the next request starts
 * again. A failure is reported once, and a later request retries.
 */
export function createAssemblies({ store, answerWithinMs, chunks, now, log }: AssemblyDeps) {
  const known = new Map<string, Running>()

  async function run(request: BundleRequest): Promise<Assembly> {
    try {
      await store(request)
    } catch (error) {
      if (!(error instanceof AppError)) log.error('a bundle could not be stored', { error })
      const detail = error instanceof AppError ? error.message : 'Hindcast failed to store this bundle.'
      return { state: 'error', missingChunks: [], detail }
    }
    try {
      await chunks.remove(request.organizationId, unneeded(request, known.values()))
    } catch (error) {
      log.warn('chunks of a stored bundle stay until they expire', { error })
    }
    return ASSEMBLED
  }

  function start(key: string, request: BundleRequest): Running {
    forgetOldest(known)
    const running: Running = { request, outcome: run(request), doneAt: undefined }
    known.set(key, running)
    void running.outcome.then(() => {
      running.doneAt = now()
    })
    return running
  }

  return {
    async ask(request: BundleRequest): Promise<Assembly> {
      const key = keyOf(request)
      let running = known.get(key)
      if (running?.doneAt !== undefined && now() - running.doneAt > LIMITS.upload.waitSeconds * 1000) {
        known.delete(key)
        running = undefined
      }
      if (running === undefined) {
        const missingChunks = await chunks.missing(request.organizationId, request.chunks)
        if (missingChunks.length > 0 || request.chunks.length === 0)
          return { state: 'not_found', missingChunks }
        // The same request may have come while this one waited.
        running = known.get(key) ?? start(key, request)
      }
      const answer = await withinMs(answerWithinMs, running.outcome)
      if (answer === undefined) return { state: 'assembling', missingChunks: [] }
      known.delete(key)
      return answer
    },
  }
}

function keyOf({ organizationId, checksum, projects, release, dist }: BundleRequest): string {
  const projectIds = projects.map(({ id }) => id).sort()
  return JSON.stringify([organizationId, checksum, projectIds, release ?? null, dist ?? null])
}

/** Another bundle that is being put together may need the same chunks. */
function unneeded(done: BundleRequest, all: Iterable<Running>): readonly string[] {
  const needed = new Set(
    [...all]
      .filter(
        ({ request, doneAt }) =>
          doneAt === undefined && request !== done && request.organizationId === done.organizationId,
      )
      .flatMap(({ request }) => request.chunks),
  )
  return done.chunks.filter((checksum) => !needed.has(checksum))
}

function forgetOldest(known: Map<string, Running>): void {
  for (const [key, { doneAt }] of known) {
    if (known.size < LIMITS.upload.rememberedBundles) return
    if (doneAt !== undefined) known.delete(key)
  }
}

async function withinMs<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const done = new AbortController()
  const timeout = sleep(ms, undefined, { signal: done.signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([work, timeout])
  } finally {
    done.abort()
  }
}
