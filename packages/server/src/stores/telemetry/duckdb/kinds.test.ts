import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { STORED_KINDS } from '#domain/intake/stored-kind.ts'

import { COLUMNS_KINDS, vaultKinds } from './kinds.ts'
import { temporaryFolder } from './testing.ts'
import { openVaultFile } from './vault-file.ts'

it('[PL105] every kind that is stored expires and is counted, in the columns or in the vault', async () => {
  const dir = await temporaryFolder()
  const db = await openVaultFile(join(dir, 'vault.sqlite'), () => 0)
  const counting = vaultKinds(db).filter(({ count }) => count !== undefined)
  const kinds = [...COLUMNS_KINDS, ...counting].map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual([...STORED_KINDS].toSorted())
  db.close()
  await rm(dir, { recursive: true, force: true })
})
