import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog as log } from '#domain/testing.ts'
import { snapshotSqliteRecords } from './snapshot.ts'
import { openSqliteRecords } from './sqlite.ts'

let folder: string
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'hindcast-snapshot-'))))
afterEach(() => rm(folder, { recursive: true }))

it('[RS98] a snapshot has everything from before it and nothing that was written afterwards, also by others', async () => {
  const file = join(folder, 'records.sqlite')
  const copy = join(folder, 'copy.sqlite')
  const records = await openSqliteRecords({ file, log })
  const others = await openSqliteRecords({ file, log })
  for (let n = 0; n < 3_000; n++) await records.facts.set(`before ${n}`, 'x'.repeat(200))
  const snapshot = snapshotSqliteRecords(file)
  await others.facts.set('after', 'the snapshot')
  const copying = snapshot.copyTo(copy)
  for (let n = 0; n < 50; n++) await others.facts.set('before 0', `changed ${n}`)
  await copying
  snapshot.close()
  await others.close()
  await records.close()
  const restored = await openSqliteRecords({ file: copy, log })
  expect(await restored.facts.get('before 0')).toBe('x'.repeat(200))
  expect(await restored.facts.get('before 2999')).toBe('x'.repeat(200))
  expect(await restored.facts.get('after')).toBeUndefined()
  await restored.close()
})
