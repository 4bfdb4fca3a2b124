import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeDataFolder } from '#app/data-folder.ts'
import { silentLog } from '#domain/testing.ts'
import { claimRole } from './claim-role.ts'
import type { Role } from './role.ts'

async function aClaim() {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-roles-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const folder = await makeDataFolder(dir)
  return (role: Role) => claimRole(role, folder, () => undefined, silentLog)
}

it('[OP204] lets each role use a folder once, beside the others', async () => {
  const claim = await aClaim()
  const sockets = [await claim('digest'), await claim('web'), await claim('intake')]
  for (const role of ['intake', 'digest', 'web', 'all'] as const)
    await expect(claim(role), role).rejects.toThrow('already uses this data folder')
  for (const socket of sockets) await socket.close()
  // What was refused has let go of what it had claimed.
  await (await claim('all')).close()
})

it('[OP204] lets none use a folder beside a server with all roles', async () => {
  const claim = await aClaim()
  const all = await claim('all')
  for (const role of ['intake', 'digest', 'web'] as const)
    await expect(claim(role), role).rejects.toThrow('already uses this data folder')
  await all.close()
  const [digest, intake] = [await claim('digest'), await claim('intake')]
  await expect(claim('all')).rejects.toThrow('already uses this data folder')
  await intake.close()
  await expect(claim('all')).rejects.toThrow('already uses this data folder')
  await digest.close()
})
