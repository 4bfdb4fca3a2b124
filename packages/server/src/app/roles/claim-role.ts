import { holderOf } from '#app/admin/call.ts'
import { waitForFolder } from '#app/admin/claim-folder.ts'
import { listenForControl, type ControlSocket } from '#app/admin/listen.ts'
import type { Operations } from '#app/admin/operations.ts'
import type { DataFolder } from '#app/data-folder.ts'
import { AppError } from '#domain/app-error.ts'
import type { Log } from '#domain/log.ts'
import type { Role } from './role.ts'

const SOCKETS = {
  all: 'controlSocket',
  intake: 'controlSocket',
  digest: 'digestSocket',
  web: 'webSocket',
} as const satisfies Record<Role, keyof DataFolder>

/**
 * One process of each role for a folder, and `all` is each of them. First the own socket, then a look at the others: of
 * two that start at once at least one sees the other.
 */
export async function claimRole(
  role: Role,
  folder: DataFolder,
  operations: () => Operations | undefined,
  log: Log,
): Promise<ControlSocket> {
  const control = await listenForControl(folder[SOCKETS[role]], operations, log, role)
  try {
    if (role === 'all') {
      await waitForFolder(folder.digestSocket, log)
      await waitForFolder(folder.webSocket, log)
    } else if (role !== 'intake') await refuseBesideAll(role, folder)
    return control
  } catch (error) {
    await control.close()
    throw error
  }
}

async function refuseBesideAll(role: Role, folder: DataFolder): Promise<void> {
  const holder = await holderOf(folder.controlSocket)
  if (holder === undefined || holder.role === 'intake') return
  const pid = holder.pid === undefined ? '' : ` (process ${holder.pid})`
  throw new AppError(
    'conflict',
    `A Hindcast server with all roles already uses this data folder${pid}. Start it with --role intake, or choose another folder for the role ${role} with --data.`,
  )
}
