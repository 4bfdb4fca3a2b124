import type { StackAnswer, StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'

/** As the other one, but nobody waits longer: undefined where the answer did not come in time or not at all. */
export async function symbolicateWithTimeout(
  symbolicator: Symbolicator,
  ask: StackAsk,
  waitMs: number,
): Promise<StackAnswer | undefined> {
  if (waitMs <= 0) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs)
    timer.unref()
  })
  try {
    return await Promise.race([symbolicator.symbolicate(ask), late])
  } catch {
    // Whoever failed has said so in the log; the stack is shown as it was sent.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
