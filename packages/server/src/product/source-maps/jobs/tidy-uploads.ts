import type { Job } from '#product/common/jobs/scheduler.ts'

const HOUR_MS = 3_600_000
const SHORTLY_MS = 90_000

/** Removes what became of nothing or is too old to be needed: chunks, bundles, and the blobs of neither. */
export function tidyUploadsJob({ tidy }: { readonly tidy: (signal: AbortSignal) => Promise<void> }): Job {
  return { name: 'tidy-uploads', everyMs: HOUR_MS, firstAfterMs: SHORTLY_MS, run: tidy }
}
