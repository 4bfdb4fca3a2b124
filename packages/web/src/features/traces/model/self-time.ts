import type { TraceModel } from './trace-model.ts'

/** How long each span did something that none of its children did. Children are by start, so one walk merges them. */
export function selfTimes({ size, start, end, childFrom, children }: TraceModel): Float64Array {
  const self = new Float64Array(size)
  for (let span = 0; span < size; span += 1) {
    let covered = 0
    let until = start[span]!
    for (let at = childFrom[span]!; at < childFrom[span + 1]!; at += 1) {
      const child = children[at]!
      const from = Math.max(start[child]!, until)
      const to = Math.min(end[child]!, end[span]!)
      if (to <= from) continue
      covered += to - from
      until = to
    }
    self[span] = Math.max(0, end[span]! - start[span]! - covered)
  }
  return self
}
