/** What a process does next: let time pass, or wait for its turn at a station. */
export type Step = { readonly wait: number } | { readonly take: Station }
export type Process = Generator<Step, void, void>

/** Something that so many can use at a time: a thread, the cores of a machine, a lock, a disk. In order of arrival. */
export interface Station {
  readonly name: string
  readonly capacity: number
  inUse: number
  readonly queue: Process[]
  /** Of those that use it the ones that get on, which a thread without a core does not. */
  running: number
  /** Milliseconds of that over all of them, up to `countedTo`. */
  ranMs: number
  countedTo: number
}

export const createStation = (name: string, capacity: number): Station => ({
  name,
  capacity,
  inUse: 0,
  queue: [],
  running: 0,
  ranMs: 0,
  countedTo: 0,
})

/** Milliseconds of use until now. */
export function ranMs(station: Station, now: number): number {
  station.ranMs += station.running * (now - station.countedTo)
  station.countedTo = now
  return station.ranMs
}

function change(station: Station, by: number, now: number): void {
  ranMs(station, now)
  station.running += by
}

export interface Clock {
  now(): number
  start(process: Process): void
  /** Gives a place at the station to whoever has waited longest. */
  release(station: Station): void
  runUntil(ms: number): void
}

interface Due {
  readonly at: number
  readonly order: number
  readonly process: Process
}

/** Runs processes in the order of simulated time; those of one moment in the order in which they got there. */
export function createClock(): Clock {
  const due: Due[] = []
  let now = 0
  let order = 0

  function advance(process: Process): void {
    for (;;) {
      const { done, value } = process.next()
      if (done === true) return
      if ('take' in value) {
        if (value.take.inUse < value.take.capacity) {
          value.take.inUse += 1
          continue
        }
        value.take.queue.push(process)
        return
      }
      push(due, { at: now + value.wait, order: (order += 1), process })
      return
    }
  }

  return {
    now: () => now,
    start: advance,
    release(station) {
      const next = station.queue.shift()
      // The place is handed over, not given back: nobody who comes now gets ahead.
      if (next === undefined) station.inUse -= 1
      else push(due, { at: now, order: (order += 1), process: next })
    },
    runUntil(ms) {
      while (due.length > 0 && due[0]!.at <= ms) {
        const next = pop(due)
        now = next.at
        advance(next.process)
      }
      now = ms
    },
  }
}

/** Holds stations while something is done; all of it counts as use of them. */
export function* during(clock: Clock, stations: readonly Station[], work: Process): Process {
  for (const station of stations) yield { take: station }
  for (const station of stations) change(station, 1, clock.now())
  yield* work
  for (const station of stations) {
    change(station, -1, clock.now())
    clock.release(station)
  }
}

export function* passing(ms: number): Process {
  yield { wait: ms }
}

/** Uses a station, and those that it is part of (a thread runs on a core), for so long. */
export const use = (clock: Clock, stations: readonly Station[], ms: number): Process =>
  during(clock, stations, passing(ms))

const isBefore = (one: Due, other: Due): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

function push(heap: Due[], item: Due): void {
  let at = heap.push(item) - 1
  while (at > 0) {
    const above = (at - 1) >> 1
    if (!isBefore(item, heap[above]!)) break
    heap[at] = heap[above]!
    at = above
  }
  heap[at] = item
}

function pop(heap: Due[]): Due {
  const first = heap[0]!
  const item = heap.pop()!
  if (heap.length === 0) return first
  let at = 0
  for (;;) {
    let below = 2 * at + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1
    if (!isBefore(heap[below]!, item)) break
    heap[at] = heap[below]!
    at = below
  }
  heap[at] = item
  return first
}
