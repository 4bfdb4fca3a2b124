import type { MapOpeningRecords } from '#stores/records/records.ts'
import type { MapMemory } from './memory.ts'

/** Which maps are being opened, kept on disk: what is still there after a restart is what the process died of. */
export interface MapJournal {
  /** Whether an earlier process or thread ended while it opened this blob with as much memory as there is now. */
  wasFatal(blob: string): Promise<boolean>
  begin(blob: string): Promise<void>
  end(blob: string): Promise<void>
}

export function createMapJournal(
  openings: MapOpeningRecords,
  { heapMb }: MapMemory,
  now: () => number,
): MapJournal {
  return {
    async wasFatal(blob) {
      const opening = await openings.find(blob)
      return opening !== undefined && opening.memoryMb >= heapMb
    },
    // Stacks are readable while nothing can be written.
    begin: (blob) => openings.begin(blob, { memoryMb: heapMb, at: now() }).catch(() => {}),
    end: (blob) => openings.end(blob).catch(() => {}),
  }
}

/** Where nothing outlives the process. */
export const NO_JOURNAL: MapJournal = {
  wasFatal: async () => false,
  begin: async () => {},
  end: async () => {},
}
