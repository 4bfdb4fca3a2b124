import { LIMITS } from '#domain/limits.ts'
import { readsLikeId } from '#domain/routes/learn.ts'

/** A request that a visit made. */
export interface MadeRequest {
  readonly traceId: string
  readonly spanId: string
  /** Method, host and path. */
  readonly name: string
  readonly duration: number
}

/** Requests for the same address, but for ids in it. */
export interface RequestKind {
  readonly name: string
  readonly requests: number
  readonly visits: number
  /** Milliseconds. */
  readonly median: number
  readonly longest: MadeRequest
}

/** Those that took most time together first. */
export function requestKinds(requests: readonly MadeRequest[]): readonly RequestKind[] {
  const groups = Map.groupBy(requests, ({ name }) => withoutIds(name))
  return [...groups]
    .map(([name, group]) => ({ kind: toKind(name, group), total: sumOf(group) }))
    .toSorted((a, b) => b.total - a.total || (a.kind.name < b.kind.name ? -1 : 1))
    .slice(0, LIMITS.routes.visitKinds)
    .map(({ kind }) => kind)
}

const sumOf = (group: readonly MadeRequest[]): number =>
  group.reduce((sum, { duration }) => sum + duration, 0)

function toKind(name: string, group: readonly MadeRequest[]): RequestKind {
  const ordered = group.toSorted((a, b) => a.duration - b.duration)
  return {
    name,
    requests: group.length,
    visits: new Set(group.map(({ traceId }) => traceId)).size,
    median: ordered[Math.floor(ordered.length / 2)]!.duration,
    longest: ordered.at(-1)!,
  }
}

/** The host stays as it is: it stands before the first slash. */
function withoutIds(name: string): string {
  const [place = '', ...path] = name.slice(0, LIMITS.routes.causeChars).split('/')
  return [place, ...path.map((segment) => (readsLikeId(segment) ? '*' : segment))].join('/')
}
