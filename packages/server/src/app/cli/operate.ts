import { openOperations } from '#app/offline.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import type { Config } from '#app/config.ts'
import { callServer, holderOf } from '#app/admin/call.ts'
import { waitForFolder } from '#app/admin/claim-folder.ts'
import type { OperationName, Operations } from '#app/admin/operations.ts'
import { type DataFolder, makeDataFolder } from '#app/data-folder.ts'
import { createTextLog } from '#app/process/text-log.ts'

// Commands talk through their output; the log only says what went wrong underneath.
export const commandLog = createTextLog({
  level: 'warn',
  write: (line) => void process.stderr.write(line),
  now: Date.now,
})

/** Who is asked first of the processes that share the folder: what one of them cannot do it says itself. */
function socketsFor(name: OperationName, folder: DataFolder): readonly string[] {
  const { controlSocket, digestSocket, webSocket } = folder
  return name === 'drainSpool'
    ? [digestSocket, controlSocket, webSocket]
    : [controlSocket, digestSocket, webSocket]
}

/** Through the running server if there is one, because it owns the stores; otherwise on the stores themselves. */
export async function operate<Name extends OperationName>(
  config: Config,
  name: Name,
  input: Parameters<Operations[Name]>[0],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  makeFilesPrivate()
  const folder = await makeDataFolder(config.dataDir, config)
  const sockets = socketsFor(name, folder)
  const holders = await Promise.all(sockets.map((socket) => holderOf(socket)))
  const running = sockets[holders.findIndex((holder) => holder?.state === 'running')]
  if (running !== undefined) return callServer(running, name, input)
  for (const [index, holder] of holders.entries())
    if (holder !== undefined) await waitForFolder(sockets[index]!, commandLog)
  const offline = await openOperations(config, folder, commandLog)
  try {
    const run = offline.operations[name] as (
      given: typeof input,
    ) => Promise<Awaited<ReturnType<Operations[Name]>>>
    return await run(input)
  } finally {
    await offline.close()
  }
}
