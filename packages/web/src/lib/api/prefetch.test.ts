import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { createPrefetcher } from './prefetch.ts'

function gate() {
  const started: string[] = []
  const open = new Map<string, () => void>()
  const options = (name: string) => ({
    queryKey: [name],
    staleTime: 30_000,
    queryFn: () =>
      new Promise<string>((resolve) => {
        started.push(name)
        open.set(name, () => resolve(name))
      }),
  })
  const finish = async (name: string) => {
    open.get(name)!()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { started, options, finish }
}

describe('prefetching', () => {
  it('[UI21] runs five at once and the rest as places come free', async () => {
    const { started, options, finish } = gate()
    const prefetch = createPrefetcher(new QueryClient())
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) prefetch.want(options(name))
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e'])
    await finish('c')
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('[UI21] asks once for what is wanted twice, and not at all for what is fresh', async () => {
    const { started, options, finish } = gate()
    const prefetch = createPrefetcher(new QueryClient(), 1)
    prefetch.want(options('a'))
    prefetch.want(options('b'))
    prefetch.want(options('b'))
    await finish('a')
    await finish('b')
    prefetch.want(options('a'))
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(started).toEqual(['a', 'b'])
  })

  it('[UI21] forgets what still waits when the cursor moves on', async () => {
    const { started, options, finish } = gate()
    const prefetch = createPrefetcher(new QueryClient(), 1)
    for (const name of ['a', 'b', 'c']) prefetch.want(options(name))
    prefetch.forget()
    await finish('a')
    expect(started).toEqual(['a'])
  })
})
