import type { ArtifactFile } from '#domain/source-maps/artifact.ts'
import { AppError } from '#domain/app-error.ts'
import { LIMITS } from '#domain/limits.ts'
import { ASSEMBLED, createAssemblies, type Assembly } from './assemblies.ts'
import { storeBundle, type BundleRequest } from './store-bundle.ts'
import { storeFetched, type FetchedMap } from './store-fetched.ts'
import { storeFile, type SingleFile } from './store-file.ts'
import { storeChunk, type UploadedChunk } from './take-chunk.ts'
import { createSerialQueue } from './turns.ts'
import type { UploadDeps } from './upload-deps.ts'

export interface Uploads {
  takeChunks(organizationId: string, chunks: readonly UploadedChunk[]): Promise<void>
  /** Idempotent: the same request asks how far it is. */
  assemble(request: BundleRequest): Promise<Assembly>
  storeFile(file: SingleFile): Promise<ArtifactFile>
  storeFetched(map: FetchedMap): Promise<void>
  /** Removes abandoned chunks, bundles older than `before`, and blobs without a file. */
  tidy(signal: AbortSignal): Promise<void>
  /** Gives up the bundle that is being stored; its chunks stay for the next time. */
  stop(): Promise<void>
}

const DAY_MS = 86_400_000
/** Longer than any store is waited for. */
const REMOVING_MS = 120_000

/** Everything that stores blobs takes its turn: two large bundles at the same time would need twice the memory. */
export function createUploads(deps: UploadDeps): Uploads {
  const inSequence = createSerialQueue()
  const stopping = new AbortController()
  const assemblies = createAssemblies({
    store: (request) => inSequence(() => storeBundle(deps, request, stopping.signal)),
    answerWithinMs: deps.answerWithinMs ?? LIMITS.upload.answerWithinMs,
    chunks: deps.chunks,
    now: deps.now,
    log: deps.log,
  })
  return {
    async takeChunks(organizationId, chunks) {
      for (const chunk of chunks) await storeChunk(deps.chunks, organizationId, chunk)
    },
    async assemble(request) {
      if (request.chunks.length > LIMITS.upload.chunksPerBundle) {
        throw new AppError(
          'invalid_input',
          `A bundle can have at most ${LIMITS.upload.chunksPerBundle} chunks.`,
        )
      }
      const projectIds = request.projects.map(({ id }) => id)
      const isStored = () => deps.records.artifacts.hasBundle(request.checksum, projectIds)
      if (await isStored()) return ASSEMBLED
      const answer = await assemblies.ask(request)
      if (answer.state === 'ok' || answer.state === 'assembling') return answer
      // Another node may have stored it meanwhile, and removed its chunks then.
      return (await isStored()) ? ASSEMBLED : answer
    },
    storeFile: async (file) => inSequence(() => storeFile(deps, file)),
    storeFetched: async (map) => inSequence(() => storeFetched(deps, map)),
    async tidy(signal) {
      const expired = await deps.chunks.expire(deps.now() - LIMITS.upload.waitingMs)
      if (expired > 0) deps.log.info('unfinished uploads expired', { chunks: expired })
      for (const { id } of await deps.records.projects.all()) {
        if (signal.aborted) return
        await deps.records.artifacts.expire(id, deps.now() - LIMITS.upload.keptDays * DAY_MS)
      }
      await deps.records.artifacts.releaseBefore(deps.now())
      while (!signal.aborted && (await removeOrphan(deps)));
    },
    async stop() {
      stopping.abort(new AppError('store_unavailable', 'Hindcast is stopping. Upload again in a moment.'))
      await inSequence(async () => {})
    },
  }
}

/** Answers false when there was none. */
async function removeOrphan({ records: { artifacts }, blobs }: UploadDeps): Promise<boolean> {
  const blob = await artifacts.takeOrphan(REMOVING_MS)
  if (blob === undefined) return false
  await blobs.delete(blob)
  await artifacts.forgetOrphan(blob)
  return true
}
