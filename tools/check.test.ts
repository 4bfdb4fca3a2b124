import { expect, it } from 'vitest'
import { report, runInOrder, type Part } from './check.ts'

const part = (name: string, code: string): Part => ({ name, command: [process.execPath, '-e', code] })

it('runs every part of a check, and tells which failed and what it wrote', async () => {
  const results = await runInOrder([
    part('first', 'console.log("out"); console.error("err"); process.exitCode = 3'),
    part('second', 'console.log("fine")'),
    { name: 'third', command: ['no-such-program-anywhere'] },
    part('fourth', 'process.kill(process.pid, "SIGKILL")'),
  ])
  expect(results.map(({ name, ok }) => [name, ok])).toEqual([
    ['first', false],
    ['second', true],
    ['third', false],
    ['fourth', false],
  ])
  const text = report(results)
  expect(text).toMatch(/── first\n(?:out\nerr|err\nout)\n/)
  expect(text).toContain('no-such-program-anywhere')
  expect(text).not.toContain('fine')
  expect(text).toMatch(/FAILED {2}first .*\nok {6}second .*\nFAILED {2}third .*\nFAILED {2}fourth /)
})
