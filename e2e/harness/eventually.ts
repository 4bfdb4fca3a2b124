/** How long a test waits for what it was promised: a machine that is busy is slow, not wrong. */
export const PATIENCE_MS = 60_000

/** Asks until there is an answer. What did not come in time fails with the last reason. */
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
