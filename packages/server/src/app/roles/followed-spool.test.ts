import { readdir, readFile, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenForControl } from '#app/admin/listen.ts'
import type { Operations } from '#app/admin/operations.ts'
import { controlSocketPath } from '#app/admin/socket-path.ts'
import type { FileSpool } from '#spool/file-spool.ts'
import type { SpoolStatus } from '#spool/spool.ts'
import { aBody, aFolder, aReceipt, openTestSpool, quiet } from '#spool/testing/log-folder.ts'
import { awaitSpoolId, followSpool } from './followed-spool.ts'

const saying = (status: () => SpoolStatus) => (): Operations =>
  ({ spoolStatus: async () => status() }) as Partial<Operations> as Operations

async function follow(dir: string): Promise<FileSpool> {
  const options = { dir, socketPath: controlSocketPath(dirname(dir)), first: 0, limitBytes: 1e9, log: quiet }
  const spool = await followSpool(await awaitSpoolId(dir, quiet), options)
  onTestFinished(() => spool.close())
  return spool
}

async function write(spool: FileSpool, text: string): Promise<number> {
  await spool.append(aReceipt(), aBody(text))
  return spool.status().committed
}

describe('a spool that another process writes', () => {
  it('[OP206] is read as far as its writer says, and no further', async () => {
    const dir = await aFolder()
    const written = await openTestSpool(dir)
    onTestFinished(() => written.close())
    const end = await write(written, 'a')
    let said: Operations | undefined
    const socket = await listenForControl(controlSocketPath(dirname(dir)), () => said, quiet)
    onTestFinished(() => socket.close())
    // It starts, and says nothing yet.
    const followed = await follow(dir)
    expect(followed.status().committed).toBe(0)
    const heard: number[] = []
    followed.onCommit((committed) => heard.push(committed))
    said = saying(() => ({ ...written.status(), committed: end }))()
    await vi.waitFor(() => expect(heard).toEqual([end]))
    // On disk, but not committed as far as the writer says.
    await write(written, 'b')
    const asked = vi.fn(() => ({ ...written.status(), committed: end }))
    said = saying(asked)()
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2))
    expect(followed.status().committed).toBe(end)
    said = saying(() => written.status())()
    await vi.waitFor(() => expect(heard).toEqual([end, written.status().committed]))
  })

  it('[OP206] is read to its last whole record while nobody writes it, and left as it is', async () => {
    const dir = await aFolder()
    const written = await openTestSpool(dir)
    const end = await write(written, 'a')
    await write(written, 'b')
    await written.close()
    const newest = join(
      dir,
      (await readdir(dir)).find((name) => name.endsWith('.seg'))!,
    )
    // In the middle of the second record, as a kill leaves it.
    await truncate(newest, end + 40)
    const torn = await readFile(newest)
    expect((await follow(dir)).status().committed).toBe(end)
    expect((await readFile(newest)).equals(torn)).toBe(true)
  })

  it('[OP206] says of another log nothing, and takes no events', async () => {
    const dir = await aFolder()
    await (await openTestSpool(dir)).close()
    const other = { id: 'other', first: 0, committed: 900, bytes: 900, limitBytes: 1e9, segments: 1 }
    const asked = vi.fn(() => ({ ...other, quarantined: 0 }))
    const socket = await listenForControl(controlSocketPath(dirname(dir)), saying(asked), quiet)
    onTestFinished(() => socket.close())
    const followed = await follow(dir)
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1))
    expect(followed.status().committed).toBe(0)
    await expect(followed.append(aReceipt(), aBody('a'))).rejects.toThrow('role digest and takes no events')
  })

  it('[OP206] is waited for where it does not exist yet', async () => {
    const dir = await aFolder()
    const waiting = awaitSpoolId(dir, quiet)
    const written = await openTestSpool(dir)
    onTestFinished(() => written.close())
    expect(await waiting).toBe(written.id)
  })
})
