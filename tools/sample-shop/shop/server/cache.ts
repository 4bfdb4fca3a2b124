import { connect } from '@acme/cache'

export async function readThrough<T>(key: string, load: () => Promise<T>): Promise<T> {
  const cache = await connect('10.0.3.7', 6379)
  const known = await cache.get(key)
  return known === undefined ? load() : (known as T)
}
