import { normalDebugId } from '#domain/source-maps/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MapState, StackAnswer, StackAsk } from '#domain/source-maps/mapped-frame.ts'
import { isScript, plainUrl } from '#symbols/script-urls.ts'

/** A file that is uploaded later can change these. */
const AWAITING: ReadonlySet<MapState> = new Set(['no_file', 'no_position', 'broken_map'])

/**
 * The debug IDs whose source maps an event lacks, to find it when they are uploaded. `answer` is missing if there was
 * no lookup or it timed out. Scripts without an ID are found by their release, which is a column anyway.
 */
export function awaitedMaps(ask: StackAsk, answer: StackAnswer | undefined): readonly string[] {
  const values = new Set<string>()
  const ids = new Map(ask.images.map(({ codeFile, debugId }) => [plainUrl(codeFile), normalDebugId(debugId)]))
  for (const [index, stack] of ask.stacks.entries()) {
    for (const [place, { absPath }] of stack.entries()) {
      const state = answer?.[index]?.[place]?.map.state ?? 'no_file'
      if (!isScript(absPath) || !AWAITING.has(state)) continue
      const debugId = ids.get(plainUrl(absPath))
      if (debugId !== undefined) values.add(debugId)
    }
  }
  return [...values].slice(0, LIMITS.symbols.awaitedPerEvent)
}
