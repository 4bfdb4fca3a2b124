import type { Exception } from './frame-runs.ts'

export interface ChainLink {
  readonly exception: Exception
  /** Its place in what was sent. */
  readonly index: number
  /** How deep in groups it lies; causes stay on the level of what they caused. */
  readonly depth: number
  readonly relation: 'thrown' | 'cause' | 'member'
  /** Of a group: which one it is, from 1, and of how many. */
  readonly number: number
  readonly of: number
}

interface Node {
  readonly exception: Exception
  readonly index: number
}

/**
 * The errors of an event in reading order: what was thrown, its causes, and each member of a group with its own
 * causes. Errors without numbering form a plain chain.
 */
export function exceptionChain(exceptions: readonly Exception[]): readonly ChainLink[] {
  const nodes = exceptions.map((exception, index) => ({ exception, index })).toReversed()
  const thrown = nodes[0]
  if (thrown === undefined) return []
  const links: ChainLink[] = []
  const placed = new Set<number>()
  const place = (node: Node, depth: number, relation: ChainLink['relation'], number = 1, of = 1): void => {
    if (placed.has(node.index)) return
    placed.add(node.index)
    links.push({ ...node, depth, relation, number, of })
    const id = node.exception.mechanism?.exceptionId ?? null
    const children = id === null ? [] : nodes.filter((other) => parentOf(other) === id)
    for (const child of children.filter((other) => !isMember(other))) place(child, depth, 'cause')
    const members = children.filter(isMember)
    members.forEach((member, at) => place(member, depth + 1, 'member', at + 1, members.length))
  }
  place(thrown, 0, 'thrown')
  for (const node of nodes) place(node, 0, 'cause')
  return links
}

function parentOf({ exception }: Node): number | null {
  return exception.mechanism?.parentId ?? null
}

/** `errors[1]`: an element of a list of errors; everything else (`cause`, `__context__`) is a cause. */
function isMember({ exception }: Node): boolean {
  return /\[\d+\]$/.test(exception.mechanism?.source ?? '')
}
