/** A connection that can be closed for somebody else's sake. */
export interface SharedConnection {
  /** Nobody waits for an answer on it. */
  isIdle(): boolean
  close(): void
}

export interface ConnectionShares {
  /** Makes room where all are taken. The returned function is called when it is closed. */
  add(address: string, connection: SharedConnection): () => void
  readonly count: number
}

/**
 * Bounds open connections without turning anybody away: where all are taken, the address that has most of them loses
 * its oldest idle one, or its oldest. Whoever opens thousands only ever closes his own.
 */
export function createConnectionShares(most: number): ConnectionShares {
  const byAddress = new Map<string, Set<SharedConnection>>()
  let count = 0

  function remove(address: string, connection: SharedConnection): void {
    const connections = byAddress.get(address)
    if (connections?.delete(connection) !== true) return
    count--
    if (connections.size === 0) byAddress.delete(address)
  }

  function makeRoom(): void {
    const [address, connections] = largest(byAddress)
    const closed = oldestIdle(connections) ?? first(connections)
    remove(address, closed)
    closed.close()
  }

  return {
    add(address, connection) {
      if (count >= most) makeRoom()
      const connections = byAddress.get(address) ?? new Set()
      byAddress.set(address, connections.add(connection))
      count++
      return () => remove(address, connection)
    },
    get count() {
      return count
    },
  }
}

function largest(
  byAddress: ReadonlyMap<string, Set<SharedConnection>>,
): readonly [string, Set<SharedConnection>] {
  return [...byAddress].reduce((most, each) => (each[1].size > most[1].size ? each : most))
}

function oldestIdle(connections: ReadonlySet<SharedConnection>): SharedConnection | undefined {
  for (const connection of connections) if (connection.isIdle()) return connection
  return undefined
}

function first(connections: ReadonlySet<SharedConnection>): SharedConnection {
  return connections.values().next().value!
}
