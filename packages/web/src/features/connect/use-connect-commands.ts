import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'

interface Runs {
  readonly test: () => void
  readonly clear: () => void
}

export function useConnectCommands({ test, clear }: Runs): void {
  useCommands([
    {
      id: 'send-test-error',
      title: msg`Send test error`,
      group: 'view',
      words: 'send test error event',
      run: test,
    },
    {
      id: 'clear-requests',
      title: msg`Clear live requests`,
      group: 'view',
      words: 'clear live requests wire',
      run: clear,
    },
  ])
}
