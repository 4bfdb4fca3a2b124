import { backup, type DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** Pages in one step, of which nothing else can use the connection: a few milliseconds. */
const STEP_PAGES = 1000
const SQLITE_BUSY = 5
const TRIES = 20
const PAUSE_MS = 50

/** On the connection of the store: its lock lets no other one in. */
export async function copyVault(db: DatabaseSync, copy: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await backup(db, copy, { rate: STEP_PAGES })
      return
    } catch (error) {
      // The first step met a slice of retention in another thread.
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY || left === 0) throw error
      await sleep(PAUSE_MS)
    }
  }
}
