import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { messages } from './packages/web/vite/messages.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { TEST_FOLDER } from './tools/test-folder.ts'

const LONG = ['packages/*/src/**/*.long.test.ts', 'tools/**/*.long.test.ts']

const TOGETHER = {
  testTimeout: 60_000,
  // All cores: half of the time these tests wait for disks and child processes.
  maxWorkers: '100%',
  // No test changes what modules share, and loading them anew for each file would take a quarter of the time.
  isolate: false,
  sequence: { groupOrder: 0 },
}

const IN_MEMORY = { globalSetup: ['tools/test-folder.ts'], env: { TMPDIR: TEST_FOLDER } }

/** End-to-end tests that measure, flood, race a server that is killed or need much memory: they need the machine. The others mostly wait. */
const ALONE = [
  'costly-maps',
  'demo',
  'fuzz',
  'hostile',
  'hostile-bodies',
  'hostile-events',
  'hostile-flood',
  'hostile-maps',
  'hostile-questions',
  'hostile-sweep',
  'long-questions',
  'recovery',
  'stop',
].map((name) => `e2e/${name}.test.ts`)

/** Steps have a shorter patience of their own: a test of many steps is not broken because the machine is busy with others. */
const END_TO_END = {
  globalSetup: ['e2e/set-up.ts'],
  setupFiles: ['e2e/describe-failures.ts'],
  testTimeout: 360_000,
  hookTimeout: 360_000,
}

export default defineConfig({
  test: {
    reporters: ['default', './tools/count-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // The pages' words are macros; a test that imports a page needs them run.
        plugins: [messages(join(import.meta.dirname, 'packages/web'))],
        test: {
          ...TOGETHER,
          ...IN_MEMORY,
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          exclude: [...LONG, '**/node_modules/**'],
        },
      },
      {
        // Thousands of generated cases, and processes that are killed over and over: with every `npm test`, but not with
        // every `npm run check`.
        test: { ...TOGETHER, ...IN_MEMORY, name: 'long', include: LONG },
      },
      {
        test: {
          ...END_TO_END,
          name: 'e2e-alone',
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...END_TO_END,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [...ALONE, '**/node_modules/**'],
          // They wait more than they compute: four of them took 130 s of processor time in 330 s.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
