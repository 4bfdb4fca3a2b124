/** Items by group and member, taken by turns: first of each group, and within a group of each member. */
export interface FairQueue<T> {
  add(group: string, member: string, item: T): void
  take(): T | undefined
  readonly size: number
}

type Members<T> = Map<string, T[]>

/** Round robin: others wait for at most one item of each queue. */
export function createFairQueue<T>(): FairQueue<T> {
  const groups = new Map<string, Members<T>>()
  let size = 0
  return {
    add(group, member, item) {
      const members = entryOf(groups, group, () => new Map<string, T[]>())
      entryOf(members, member, () => []).push(item)
      size++
    },
    take() {
      const group = nextOf(groups)
      if (group === undefined) return undefined
      const [, members] = group
      const [, items] = nextOf(members)!
      const item = items.shift()!
      size--
      putBehind(members, items.length === 0)
      putBehind(groups, members.size === 0)
      return item
    },
    get size() {
      return size
    },
  }
}

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

function nextOf<T>(map: Map<string, T>): [string, T] | undefined {
  return map.entries().next().value
}

/** After its turn a queue moves to the end, or is removed if empty. */
function putBehind<T>(map: Map<string, T>, isEmpty: boolean): void {
  const [key, value] = nextOf(map)!
  map.delete(key)
  if (!isEmpty) map.set(key, value)
}
