/** Timeout for expected results, generous because a busy machine is slow. */
export const PATIENCE_MS = 120_000

/** Polls until there is a result; on timeout fails with the last error. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${timeoutMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
