import { chmod, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#domain/testing.ts'
import { tightenFolder } from './private-files.ts'

it('[OP76] restricts the modes of its own files, and of no others', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hindcast-modes-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const outside = await mkdtemp(join(tmpdir(), 'hindcast-outside-'))
  onTestFinished(() => rm(outside, { recursive: true }))
  const data = join(root, 'data')
  await mkdir(join(data, 'blobs', 'ab'), { recursive: true })
  await mkdir(join(data, 'spool'))
  const own = [
    'records.sqlite',
    'records.sqlite-wal',
    'telemetry.duckdb.wal',
    'secret',
    'spool/0.seg',
    'blobs/ab/cd',
  ]
  for (const file of [...own, 'notes.txt']) await writeFile(join(data, file), 'x')
  for (const file of [...own, 'notes.txt']) await chmod(join(data, file), 0o644)
  for (const dir of ['', 'spool', 'blobs', 'blobs/ab']) await chmod(join(data, dir), 0o755)
  await chmod(outside, 0o755)
  await symlink(outside, join(data, 'artifacts'))
  await tightenFolder(data, silentLog)
  const mode = async (path: string) => (await lstat(path)).mode & 0o777
  for (const file of own) expect(await mode(join(data, file)), file).toBe(0o600)
  for (const dir of ['', 'spool', 'blobs', 'blobs/ab']) expect(await mode(join(data, dir)), dir).toBe(0o700)
  expect(await mode(join(data, 'notes.txt'))).toBe(0o644)
  expect(await mode(outside)).toBe(0o755)
})
