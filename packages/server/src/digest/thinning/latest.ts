/** The value of a key, made if there is none. Beyond `most` keys the one that was not used for longest goes. */
export function useLatest<K, V>(map: Map<K, V>, key: K, most: number, make: () => V): V {
  const value = map.get(key) ?? make()
  map.delete(key)
  map.set(key, value)
  if (map.size > most) {
    const [oldest] = map.keys()
    map.delete(oldest!)
  }
  return value
}
