import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeChunkStore } from '#stores/blobs/chunks.contract.ts'
import { openFileChunkStore } from './chunk-store.ts'

describeChunkStore('files', async (setting = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'hindcast-chunks-'))
  let time = 1_000
  const open = () => openFileChunkStore({ dir, now: () => time, ...setting })
  return {
    store: await open(),
    reopen: open,
    cleanup: () => rm(dir, { recursive: true, force: true }),
    setNow: (now) => {
      time = now
    },
  }
})
