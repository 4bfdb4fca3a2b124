import { expect, it } from 'vitest'
import { createQueue } from './task-queue.ts'

it('[UI113] begins what was asked for later when the earlier is done, even where that failed', async () => {
  const inOrder = createQueue()
  const begun: string[] = []
  let fail: (reason: Error) => void = () => undefined
  const first = inOrder(() => {
    begun.push('first')
    return new Promise((_, reject) => (fail = reject))
  })
  const second = inOrder(async () => {
    begun.push('second')
    return 'done'
  })
  await Promise.resolve()
  expect(begun).toEqual(['first'])
  fail(new Error('refused'))
  await expect(first).rejects.toThrow('refused')
  expect(await second).toBe('done')
  expect(begun).toEqual(['first', 'second'])
})
