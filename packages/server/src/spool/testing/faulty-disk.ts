import { createDisk, type Disk } from '#spool/disk.ts'

export type DiskCall = 'create' | 'write' | 'sync' | 'close' | 'truncate' | 'unlink' | 'syncDirectory'

export interface FaultyDisk extends Disk {
  /** Every call in order, with the number of bytes of a write. */
  readonly calls: string[]
  count(call: DiskCall): number
  /** The calls named here fail with the code until it is taken out again. */
  readonly failing: Map<DiskCall, string>
  /** Called before each sync; the sync waits for it. */
  beforeSync: () => Promise<void>
}

/** The real disk, with a record of what it was asked and faults that hardware makes and a test cannot. */
export function aFaultyDisk(): FaultyDisk {
  const real = createDisk()
  const calls: string[] = []
  const failing = new Map<DiskCall, string>()
  const call = (name: DiskCall, detail = '') => {
    calls.push(detail === '' ? name : `${name} ${detail}`)
    const code = failing.get(name)
    if (code !== undefined) throw Object.assign(new Error(`${code}: made to fail`), { code })
  }
  const faulty: FaultyDisk = {
    calls,
    failing,
    count: (name) => calls.filter((entry) => entry.split(' ')[0] === name).length,
    beforeSync: async () => undefined,
    async create(path) {
      call('create')
      const file = await real.create(path)
      return {
        async close() {
          call('close')
          await file.close()
        },
        async write(bytes, offset) {
          // A failing write leaves a part behind, as a disk that runs full does.
          if (failing.has('write')) await file.write(bytes.subarray(0, bytes.length / 2), offset)
          call('write', String(bytes.length))
          await file.write(bytes, offset)
        },
        async sync() {
          await faulty.beforeSync()
          call('sync')
          await file.sync()
        },
      }
    },
    async truncate(path, bytes) {
      call('truncate')
      await real.truncate(path, bytes)
    },
    async unlink(path) {
      call('unlink')
      await real.unlink(path)
    },
    async syncDirectory(dir) {
      call('syncDirectory')
      await real.syncDirectory(dir)
    },
  }
  return faulty
}
