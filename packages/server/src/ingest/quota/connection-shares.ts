/** A connection that may be closed to make room. */
export interface SharedConnection {
  /** Idle: no response is pending. */
  isIdle(): boolean
  close(): void
}

export interface ConnectionShares {
  /** Makes room where all are taken. The returned function is called when it is closed. */
  add(address: string, connection: SharedConnection): () => void
  readonly count: number
}

/**
 * Limits open connections without rejecting new ones: at the limit, the address with the most connections loses its
 * oldest idle one, or its oldest. An attacker with thousands only closes its own.
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
