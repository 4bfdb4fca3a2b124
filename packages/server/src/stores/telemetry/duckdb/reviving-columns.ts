import type { Log } from '#domain/log.ts'

import { openColumns } from './columns.ts'
import type { Columns, ColumnsOptions } from './columns.ts'

/**
 * When a checkpoint fails, usually for want of disk space, DuckDB refuses everything until the file is opened again.
 * Nothing is lost by then, so the next call opens it: the server recovers with the disk, without a restart.
 */
export async function openRevivingColumns(options: ColumnsOptions, log: Log): Promise<Columns> {
  let current: Columns | undefined = await openColumns(options)
  let opening: Promise<Columns> | undefined

  async function reopen(): Promise<Columns> {
    try {
      current = await openColumns(options)
      log.info('telemetry columns opened again', { file: options.file })
      return current
    } finally {
      opening = undefined
    }
  }

  async function use<T>(work: (columns: Columns) => Promise<T>): Promise<T> {
    const columns = current ?? (await (opening ??= reopen()))
    try {
      return await work(columns)
    } catch (error) {
      if (current === columns && isFatal(error)) {
        log.error('telemetry columns failed', { file: options.file, error: String(error) })
        current = undefined
        // Before the next open: two instances of one file in a process silently diverge.
        opening = columns.close().then(reopen, reopen)
        opening.catch(() => undefined)
      }
      throw error
    }
  }

  return {
    append: (...args) => use((columns) => columns.append(...args)),
    watermark: (...args) => use((columns) => columns.watermark(...args)),
    revise: (...args) => use((columns) => columns.revise(...args)),
    fill: (...args) => use((columns) => columns.fill(...args)),
    move: (...args) => use((columns) => columns.move(...args)),
    expire: (...args) => use((columns) => columns.expire(...args)),
    counts: (...args) => use((columns) => columns.counts(...args)),
    read: (work) => use((columns) => columns.read(work)),
    // After an opening that is under way, which writes to the file.
    copyTo: (dir) => use((columns) => columns.copyTo(dir)),
    interrupt: () => current?.interrupt(),
    async close() {
      await opening?.catch(() => undefined)
      await current?.close()
      current = undefined
    },
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && /^FATAL Error|has been invalidated/.test(error.message)
}
