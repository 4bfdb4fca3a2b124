import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#domain/log.ts'
import type { RecordStore } from '#stores/records/records.ts'
import type { TelemetryStore } from '#stores/telemetry/telemetry.ts'

/** Brings to the telemetry what was decided about issues, in the order in which it was decided. */
export interface MoveOutbox {
  /** Everything that is waiting, also from before a restart. Fails where the telemetry does; what is left waits on. */
  tell(signal?: AbortSignal): Promise<void>
  /** Starts the move and returns whether it finished in time, because a request waits for it. */
  settled(): Promise<boolean>
}

/** A hundred thousand events move in a tenth of a second; a store that is busy or gone takes longer. */
const TIMEOUT_MS = 2_000

export function createMoveOutbox(deps: {
  readonly records: Pick<RecordStore, 'merging'>
  readonly telemetry: Pick<TelemetryStore, 'move'>
  readonly changed: (projectId: string, issueIds: readonly string[]) => void
  readonly log: Log
}): MoveOutbox {
  const { records, telemetry, log } = deps
  let running: Promise<void> = Promise.resolve()

  async function sendAll(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const [move] = await records.merging.waiting(1)
      if (move === undefined || signal?.aborted === true) return
      await telemetry.move(move)
      await records.merging.told(move)
      deps.changed(move.projectId, [move.from, move.to])
    }
  }

  /** In order: an older move applied after a newer one would undo it. */
  function tell(signal?: AbortSignal): Promise<void> {
    const turn = running.then(() => sendAll(signal))
    running = turn.catch(() => undefined)
    return turn
  }

  return {
    tell,
    async settled() {
      const told = tell().then(
        () => true,
        (error: unknown) => {
          log.error('merged events could not be moved and wait', { error })
          return false
        },
      )
      const timeout = new AbortController()
      const waited = sleep(TIMEOUT_MS, false, { signal: timeout.signal, ref: false }).catch(() => false)
      try {
        return await Promise.race([told, waited])
      } finally {
        timeout.abort()
      }
    },
  }
}
