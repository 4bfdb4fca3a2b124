import { normalDebugId } from '#domain/debug-id.ts'
import { LIMITS } from '#domain/limits.ts'
import type { MapState, StackAnswer, StackAsk } from '#domain/mapped-frame.ts'
import { awaitedDebugId, awaitedRelease } from '#domain/awaited-map.ts'
import { isScript, plainUrl } from '#symbols/script-urls.ts'
import type { Identifier } from '#stores/telemetry.ts'

/** A file that is uploaded later can change these. */
const AWAITING: ReadonlySet<MapState> = new Set(['no_file', 'no_position', 'broken_map'])

/** What an event is found by when a map comes late. `answer` is missing where nobody was asked, or none came in time. */
export function awaitedMaps(ask: StackAsk, answer: StackAnswer | undefined): readonly Identifier[] {
  const values = new Set<string>()
  const ids = new Map(ask.images.map(({ codeFile, debugId }) => [plainUrl(codeFile), normalDebugId(debugId)]))
  for (const [index, stack] of ask.stacks.entries()) {
    for (const [place, { absPath, hasSource }] of stack.entries()) {
      const state = answer?.[index]?.[place]?.map.state ?? 'no_file'
      if (!isScript(absPath) || !AWAITING.has(state)) continue
      const debugId = ids.get(plainUrl(absPath))
      if (debugId !== undefined) values.add(awaitedDebugId(debugId))
      else if (ask.release !== undefined && !hasSource) values.add(awaitedRelease(ask.release))
    }
  }
  return [...values]
    .slice(0, LIMITS.symbols.awaitedPerEvent)
    .map((value) => ({ kind: 'awaited_map', value }) as const)
}
