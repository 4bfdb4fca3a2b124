import { afterEach } from 'vitest'
import { describePages } from './harness/seen-pages.ts'

/** A step that waits in vain says what it waits for, and not what was there instead. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await describePages())
})
