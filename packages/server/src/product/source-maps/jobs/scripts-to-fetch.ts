import { fetchedMapId, isFetchable } from '#domain/source-maps/map-fetch.ts'
import type { MappedFrame, StackAnswer, StackAsk } from '#domain/source-maps/mapped-frame.ts'

export interface ScriptToFetch {
  readonly id: string
  readonly url: string
  readonly release: string | undefined
  readonly debugId: string | undefined
  /** Its map was fetched before. */
  readonly fetched: boolean
}

/** The scripts of an event whose map was not uploaded, each once. */
export function scriptsToFetch(ask: StackAsk, answer: StackAnswer): readonly ScriptToFetch[] {
  const scripts = new Map<string, ScriptToFetch>()
  for (const [index, stack] of ask.stacks.entries()) {
    for (const [place, { absPath: url }] of stack.entries()) {
      const map = answer[index]?.[place]?.map
      if (!isFetchable(url) || map === undefined || !canBeFetched(map)) continue
      const id = fetchedMapId(ask.release, url)
      const debugId = map.looked.find(({ by }) => by === 'debug_id')?.value
      scripts.set(id, { id, url, release: ask.release, debugId, fetched: wasFetched(map) })
    }
  }
  return [...scripts.values()]
}

function canBeFetched(map: MappedFrame['map']): boolean {
  return map.state === 'no_file' || map.state === 'no_debug_id' || wasFetched(map)
}

function wasFetched({ looked }: MappedFrame['map']): boolean {
  return looked.some(({ by }) => by === 'fetch')
}
