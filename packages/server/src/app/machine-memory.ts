import { totalmem } from 'node:os'

/** What this process can have: the machine's, or less where a control group says so. */
export function machineMemoryBytes(): number {
  // 0 where there is no limit, and where it is not known.
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
