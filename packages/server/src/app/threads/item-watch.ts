import type { ItemBudget } from '#digest/item-budget.ts'

/** Memory shared by the digester and its supervisor: the item being processed, if any. */
export type ItemAtWork = SharedArrayBuffer

export interface Work {
  /** Tells one piece of work from the next, also on the same item. */
  readonly turn: number
  readonly mark: number
}

const MARK_OFFSET = 8

export function createItemAtWork(): ItemAtWork {
  return new SharedArrayBuffer(MARK_OFFSET + Float64Array.BYTES_PER_ELEMENT)
}

/** For the digester. */
export function announceItems(shared: ItemAtWork): Pick<ItemBudget, 'begin' | 'done'> {
  const turns = new Int32Array(shared, 0, 1)
  const marks = new Float64Array(shared, MARK_OFFSET, 1)
  let turn = 0
  return {
    begin(mark) {
      marks[0] = mark
      turn = (turn % 0x3fffffff) + 1
      Atomics.store(turns, 0, turn)
    },
    done: () => void Atomics.store(turns, 0, 0),
  }
}

/** For the watcher: undefined while the digester waits for something. */
export function itemAtWork(shared: ItemAtWork): Work | undefined {
  const turn = Atomics.load(new Int32Array(shared, 0, 1), 0)
  return turn === 0 ? undefined : { turn, mark: new Float64Array(shared, MARK_OFFSET, 1)[0]! }
}

export interface ItemWatchDeps {
  readonly work: () => Work | undefined
  /** Processor time of the digester's thread: on a busy machine an innocent item takes long by the clock. */
  readonly cpuMs: () => Promise<number>
  readonly budgetMs: number
  readonly lookEveryMs: number
  /** Called once; the watch is over then. */
  readonly onOverrun: (mark: number) => void
}

/** Looks at the digester from another thread, because one that is caught in a pattern cannot look at its own clock. */
export function watchItems(deps: ItemWatchDeps): { stop(): void } {
  let seen: { readonly turn: number; readonly cpuMs: number } | undefined
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    // The thread may end during the call; its supervisor handles that.
    void look()
      .catch(stop)
      .finally(() => (looking = false))
  }, deps.lookEveryMs)

  async function look(): Promise<void> {
    const work = deps.work()
    if (work === undefined) return void (seen = undefined)
    const cpuMs = await deps.cpuMs()
    if (seen?.turn !== work.turn) return void (seen = { turn: work.turn, cpuMs })
    if (cpuMs - seen.cpuMs < deps.budgetMs || deps.work()?.turn !== work.turn) return
    stop()
    deps.onOverrun(work.mark)
  }

  function stop(): void {
    clearInterval(timer)
  }

  return { stop }
}
