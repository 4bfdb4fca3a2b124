import type { StackAnswer, StackAsk, Symbolicator } from '#domain/source-maps/mapped-frame.ts'

/** With a timeout: undefined if the answer did not arrive in time or failed. */
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
    // The failure is already logged; the stack is shown as sent.
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
