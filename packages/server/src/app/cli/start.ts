import { type RunningServer, startServer } from '#app/server.ts'
import { endAfter } from '#app/process/end-after.ts'
import { exitSoon } from '#app/process/exit-soon.ts'
import { nextSignal, StoppedEarly } from '#app/process/next-signal.ts'
import { releaseMemoryAfterStart } from '#app/process/give-back.ts'
import { createLog } from '#app/process/create-log.ts'
import { putOtherThreadsBehind } from '#app/process/thread-priority.ts'
import { uncaughtFault } from '#app/process/uncaught-fault.ts'
import type { Invocation } from './invocation.ts'

/** Longer than the slowest clean shutdown; a supervisor waits ten seconds before it kills. */
const SHUTDOWN_MS = 9_000

export async function start({ config, terminal }: Invocation): Promise<number> {
  const log = createLog(config.logging)
  const server = await startServer(config, log).catch((error: unknown) => {
    if (error instanceof StoppedEarly) return error
    throw error
  })
  if (server instanceof StoppedEarly) {
    log.info('stopping', { signal: server.signal })
    return 0
  }
  putOtherThreadsBehind()
  // Before it says that it listens: who waits for that may stop it at once.
  const { signal } = nextSignal()
  if (server.firstRunLink !== undefined) {
    terminal.print(
      `\nNobody can sign in yet. Open this link once to create the owner account:\n  ${server.firstRunLink}\n`,
    )
  }
  terminal.print(`listening on ${server.url}`)
  releaseMemoryAfterStart()
  const end = await Promise.race([signal, threadDeath(server), uncaughtFault(process, server.log)])
  if (end instanceof Error) log.info('stopping after an error; acknowledged data is on disk')
  else log.info('stopping', { signal: end })
  endAfter(SHUTDOWN_MS, log)
  await server.stop()
  const code = end instanceof Error ? 1 : 0
  exitSoon(code, log)
  return code
}

async function threadDeath({ died, log }: RunningServer): Promise<Error> {
  const error = await died
  log.error('a thread died; acknowledged data is on disk and is processed after a restart', { error })
  return error
}
