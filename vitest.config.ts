import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { messages } from './packages/web/vite/messages.ts'

export default defineConfig({
  test: {
    reporters: ['default', './tools/count-reporter.ts'],
    projects: [
      {
        // The pages' words are macros; a test that imports a page needs them run.
        plugins: [messages(join(import.meta.dirname, 'packages/web'))],
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          testTimeout: 20_000,
          // All cores: half of the time these tests wait for disks and child processes.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['e2e/set-up.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // Alone: what is measured against a clock or watched in a browser needs the machine.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
