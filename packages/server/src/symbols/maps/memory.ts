import { LIMITS } from '#domain/limits.ts'

const MiB = 1024 * 1024

/** How the memory of the thread that opens maps is divided. */
export interface MapMemory {
  /** What its heap may grow to. */
  readonly heapMb: number
  /** What opening one map may take, as estimated. */
  readonly mapBytes: number
  /** Opened maps that are kept, as estimated. */
  readonly keptBytes: number
}

/** A share of what the machine or its control group has: a thread that may take all of it takes the process with it. */
export function mapMemory(machineBytes: number): MapMemory {
  const { threadShare, leastThreadMb, threadMemoryMb, mapShare, keptShare, openMapBytes } = LIMITS.symbols
  const share = Math.floor((machineBytes * threadShare) / MiB)
  const heapMb = Math.min(Math.max(share, leastThreadMb), threadMemoryMb)
  return {
    heapMb,
    mapBytes: Math.floor(heapMb * MiB * mapShare),
    keptBytes: Math.min(Math.floor(heapMb * MiB * keptShare), openMapBytes),
  }
}
