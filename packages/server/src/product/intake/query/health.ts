export interface HealthCheck {
  readonly name: string
  /** Throws when the part cannot do its work. */
  readonly run: () => Promise<void> | void
}

export interface HealthReport {
  readonly ok: boolean
  readonly checks: ReadonlyArray<{ readonly name: string; readonly ok: boolean; readonly detail: string }>
}

const PATIENCE_MS = 2000

/** Asks every part at once; one that does not answer in time counts as failed, so the probe itself never hangs. */
export async function readHealth(checks: readonly HealthCheck[]): Promise<HealthReport> {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      try {
        await withinTime(run)
        return { name, ok: true, detail: '' }
      } catch (error) {
        return { name, ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
  return { ok: results.every((result) => result.ok), checks: results }
}

async function withinTime(run: HealthCheck['run']): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}
