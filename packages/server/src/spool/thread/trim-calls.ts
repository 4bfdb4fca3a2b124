import type { ToSpool } from './spool-messages.ts'

interface Caller {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Who waits for which trim. */
export function createTrimCalls(post: (message: ToSpool) => void) {
  const callers = new Map<number, Caller>()
  let last = 0
  return {
    call: (position: number) =>
      new Promise<void>((resolve, reject) => {
        last += 1
        callers.set(last, { resolve, reject })
        post({ type: 'trim', call: last, position })
      }),
    settle(call: number, failure: string | undefined) {
      const caller = callers.get(call)
      callers.delete(call)
      if (failure === undefined) caller?.resolve()
      else caller?.reject(new Error(failure))
    },
    refuseAll(error: Error) {
      for (const { reject } of callers.values()) reject(error)
      callers.clear()
    },
  }
}
