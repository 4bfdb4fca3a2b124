import { describe, expect, it, onTestFinished } from 'vitest'
import { announceItems, createItemAtWork, itemAtWork, watchItems } from './item-watch.ts'

describe('watchItems', () => {
  it('[PL80] reports an item that exceeded its CPU time once, by its number', async () => {
    const shared = createItemAtWork()
    announceItems(shared).begin(2 ** 40 + 5)
    let cpuMs = 0
    const overruns: number[] = []
    const watch = watchItems({
      work: () => itemAtWork(shared),
      cpuMs: async () => (cpuMs += 30),
      budgetMs: 100,
      lookEveryMs: 1,
      onOverrun: (mark) => overruns.push(mark),
    })
    onTestFinished(() => watch.stop())
    await expect.poll(() => overruns, { timeout: 15_000 }).toEqual([2 ** 40 + 5])
    const spent = cpuMs
    announceItems(shared).begin(7)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(cpuMs).toBe(spent)
  })

  it('[PL80] counts from the start of each item, and nothing while the thread waits', async () => {
    const shared = createItemAtWork()
    const items = announceItems(shared)
    let looks = 0
    const overruns: number[] = []
    const watch = watchItems({
      // Always at work when it is looked at, and never on the same item for three looks.
      work() {
        looks += 1
        if (looks % 3 === 0) items.begin(looks)
        if (looks % 7 === 0) items.done()
        return itemAtWork(shared)
      },
      cpuMs: async () => looks * 10,
      budgetMs: 100,
      lookEveryMs: 1,
      onOverrun: (mark) => overruns.push(mark),
    })
    onTestFinished(() => watch.stop())
    await expect.poll(() => looks, { timeout: 15_000 }).toBeGreaterThan(100)
    expect(overruns).toEqual([])
  })
})
