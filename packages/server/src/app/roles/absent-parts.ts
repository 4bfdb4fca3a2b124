import type { Samples } from '#api/deps.ts'
import { AppError } from '#domain/app-error.ts'
import { createPressure, reportPressure } from '#app/http/backpressure.ts'
import type { DigesterThread } from '#app/threads/digester-thread.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import type { Role } from './role.ts'

/** In a process that leaves the digesting to another one. */
export function absentDigester(): DigesterThread {
  return {
    committed() {},
    // The pressure on senders also decides how much is accepted.
    yieldToSenders: (waitedMs, shouldYield) => reportPressure(createPressure(), waitedMs, shouldYield),
    settingsChanged() {},
    readKeptItems() {},
    shareSymbols() {},
    onDigested() {},
    onFailure() {},
    onSymbolsWanted() {},
    onDeath() {},
    cpuSeconds: async () => 0,
    stop: async () => {},
  }
}

/** In a process that takes no events. */
export function absentSpool(role: Role): FileSpool {
  return {
    id: '',
    append: () => Promise.reject(takesNothing(role)),
    refusal: () => undefined,
    onCommit() {},
    trim: async () => {},
    waitedMs: () => 0,
    hold: () => async () => {},
    status: () => ({
      id: '',
      first: 0,
      committed: 0,
      bytes: 0,
      limitBytes: 0,
      segments: 0,
      quarantined: 0,
    }),
    close: async () => {},
  }
}

/** Where their events could not be stored, their maps are not either. */
export function refuseSamples(samples: Samples, role: Role): Samples {
  return { ...samples, load: () => Promise.reject(takesNothing(role)) }
}

export function takesNothing(role: Role): AppError {
  return new AppError(
    'conflict',
    `This process has the role ${role} and takes no events. Run “hindcast seed” where a process with the role intake runs.`,
  )
}
