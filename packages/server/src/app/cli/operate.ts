import { openOperations } from '#app/offline.ts'
import { makeFilesPrivate } from '#app/private-files.ts'
import type { Config } from '#app/config.ts'
import { callServer, holderOf } from '#app/admin/call.ts'
import { waitForFolder } from '#app/admin/claim-folder.ts'
import type { OperationName, Operations } from '#app/admin/operations.ts'
import { makeDataFolder } from '#app/data-folder.ts'
import { createTextLog } from '#app/process/text-log.ts'

// Commands talk through their output; the log only says what went wrong underneath.
export const commandLog = createTextLog({
  level: 'warn',
  write: (line) => void process.stderr.write(line),
  now: Date.now,
})

/** Through the running server if there is one, because it owns the stores; otherwise on the stores themselves. */
export async function operate<Name extends OperationName>(
  config: Config,
  name: Name,
  input: Parameters<Operations[Name]>[0],
): Promise<Awaited<ReturnType<Operations[Name]>>> {
  makeFilesPrivate()
  const folder = await makeDataFolder(config.dataDir, config)
  const holder = await holderOf(folder.controlSocket)
  if (holder?.state === 'running') return callServer(folder.controlSocket, name, input)
  if (holder !== undefined) await waitForFolder(folder.controlSocket, commandLog)
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
