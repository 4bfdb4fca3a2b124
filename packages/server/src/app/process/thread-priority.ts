import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A woken thread then runs at once; and beside other programs the stores still get a third of what these get. */
const STEPS = 5
/** The lowest there is. */
const LAST = 19
const ITSELF = 0

/*
 * The thread that answers requests needs little, but at once. With as many busy threads as processors it waits whenever a
 * sync or a sender wakes it, up to several slices of the scheduler: on two processors the slowest percent of 2,000
 * events a second waited 14 ms, and waits 7 ms behind none. Linux has priorities of threads; elsewhere they would be
 * those of the whole process.
 */
const HAS_THREAD_PRIORITIES = process.platform === 'linux'

/** Puts the calling thread, and those it will start, behind the one that answers requests. */
export function giveWayToMainThread(): void {
  if (HAS_THREAD_PRIORITIES) putBehind(ITSELF, getPriority(process.pid))
}

/** Puts all threads of the process that are there behind the main one, those of V8 and of libuv above all. */
export function putOtherThreadsBehind(): void {
  if (!HAS_THREAD_PRIORITIES) return
  const main = getPriority(process.pid)
  for (const thread of readdirSync('/proc/self/task').map(Number))
    if (thread !== process.pid) putBehind(thread, main)
}

function putBehind(thread: number, main: number): void {
  try {
    if (getPriority(thread) <= main) setPriority(thread, Math.min(LAST, main + STEPS))
  } catch {
    // It has ended meanwhile, or the machine forbids it: then it stays as it is.
  }
}
