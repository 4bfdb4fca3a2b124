import { expect, it } from 'vitest'
import { anAsk } from '#symbols/testing/world.ts'
import { whereUploaded } from './where-uploaded.ts'

it('[SM42] asks the thread that opens maps only where there is something to open', async () => {
  const answering = (answer: never[][]) => ({ symbolicate: async () => answer })
  const artifacts = { lastUpload: async (projectId: string) => (projectId === '1' ? 100 : undefined) }
  const symbols = whereUploaded(artifacts, { here: answering([]), elsewhere: answering([[]]) })
  expect(await symbols.symbolicate(anAsk({ projectId: '1' }))).toEqual([[]])
  expect(await symbols.symbolicate(anAsk({ projectId: '2' }))).toEqual([])
})
