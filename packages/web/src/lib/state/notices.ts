import { createStore } from '@tanstack/react-store'

export interface Notice {
  readonly id: number
  readonly tone: 'done' | 'failed'
  readonly text: string
  /** Takes back what the text says was done. */
  readonly undo?: (() => void) | undefined
}

/** What was done and can be taken back for ten seconds, whether or not its notice is on the screen yet. */
export const notices = createStore<readonly Notice[]>([])
export const NOTICE_MS = 10_000
const AT_ONCE = 3

let count = 0
let held = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export function notify(notice: Omit<Notice, 'id'>): number {
  count += 1
  const id = count
  notices.setState(() => [...notices.get(), { ...notice, id }].slice(-AT_ONCE))
  if (!held) startTimer(id)
  return id
}

export function dismiss(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (notices.get().some((notice) => notice.id === id))
    notices.setState(() => notices.get().filter((notice) => notice.id !== id))
}

/** Notices stay while one is hovered or focused; afterwards each has its full time again. */
export function holdNotices(hold: boolean): void {
  if (hold === held) return
  held = hold
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  if (!hold) for (const { id } of notices.get()) startTimer(id)
}

function startTimer(id: number): void {
  timers.set(
    id,
    setTimeout(() => dismiss(id), NOTICE_MS),
  )
}

export function canUndo(): boolean {
  return notices.get().some(({ undo }) => undo !== undefined)
}

/** Undoes the newest thing that can be undone; false when there is none. */
export function undoNewest(): boolean {
  const newest = notices.get().findLast(({ undo }) => undo !== undefined)
  if (newest === undefined) return false
  dismiss(newest.id)
  newest.undo?.()
  return true
}
