export interface ByteCache<V> {
  get(key: string): V | undefined
  set(key: string, value: V, bytes: number): void
  readonly bytes: number
}

/** Forgets what was not used for longest once it holds more than it may. What is larger than all of it is not kept. */
export function createByteCache<V>(maxBytes: number): ByteCache<V> {
  // A Map keeps the order of insertion; what is used is inserted again.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>()
  let bytes = 0
  const remove = (key: string) => {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    get bytes() {
      return bytes
    },
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, size) {
      remove(key)
      if (size > maxBytes) return
      entries.set(key, { value, bytes: size })
      bytes += size
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
