import { frameSeed } from './record.ts'
import { endOfLog, syncFile } from './recover.ts'
import { listSegments } from './segment.ts'
import { openSegmentView } from './segment-view.ts'

/**
 * Up to where a log that nobody writes can be read: where its writer will go on when it is back. Changes nothing; a torn
 * tail is left to the writer.
 */
export async function readEndOfLog(dir: string, id: string): Promise<number> {
  const newest = (await listSegments(dir)).at(-1)
  const view = newest && (await openSegmentView(newest))
  if (newest === undefined || view === undefined) return 0
  try {
    const end = await endOfLog(view, await view.end(), frameSeed(id))
    // Records that a killed process wrote but did not sync are read from now on, so they have to stay.
    await syncFile(newest.path)
    return end
  } finally {
    await view.close()
  }
}
