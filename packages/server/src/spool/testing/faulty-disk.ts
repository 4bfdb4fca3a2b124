import { createDisk, type Disk, type DiskFile, type SpareFile } from '#spool/disk.ts'

export type DiskCall =
  | 'create'
  | 'createSpare'
  | 'fill'
  | 'use'
  | 'discard'
  | 'write'
  | 'sync'
  | 'close'
  | 'truncate'
  | 'unlink'
  | 'syncDirectory'

export interface FaultyDisk extends Disk {
  /** Every call in order, with the number of bytes of a write. */
  readonly calls: string[]
  count(call: DiskCall): number
  /** The calls named here fail with the code until it is taken out again. */
  readonly failing: Map<DiskCall, string>
  /** Called before each sync; the sync waits for it. */
  beforeSync: () => Promise<void>
  /** The same of each step in which a segment is prepared. */
  beforeFill: () => Promise<void>
  /** How many steps of preparing were done or failed. */
  fills: number
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
    beforeFill: async () => undefined,
    fills: 0,
    async create(path) {
      call('create')
      return watchedFile(await real.create(path), faulty, call)
    },
    async createSpare(path) {
      call('createSpare')
      return watchedSpare(await real.createSpare(path), faulty, call)
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

type Call = (name: DiskCall, detail?: string) => void

function watchedFile(file: DiskFile, faulty: FaultyDisk, call: Call): DiskFile {
  return {
    async close() {
      call('close')
      await file.close()
    },
    async write(bytes, offset) {
      // A failing write leaves a part behind, as a disk that runs full does.
      if (faulty.failing.has('write')) await file.write(bytes.subarray(0, bytes.length / 2), offset)
      call('write', String(bytes.length))
      await file.write(bytes, offset)
    },
    async sync() {
      await faulty.beforeSync()
      call('sync')
      await file.sync()
    },
  }
}

function watchedSpare(spare: SpareFile, faulty: FaultyDisk, call: Call): SpareFile {
  return {
    async fill(bytes, offset) {
      await faulty.beforeFill()
      try {
        call('fill', String(bytes.length))
        await spare.fill(bytes, offset)
      } finally {
        faulty.fills += 1
      }
    },
    async use(path) {
      call('use')
      return watchedFile(await spare.use(path), faulty, call)
    },
    async discard() {
      call('discard')
      await spare.discard()
    },
  }
}
