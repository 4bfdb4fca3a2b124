import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'
import { stepLinks } from '#lib/commands/step-links.ts'

export function useTraceListKeys(): void {
  useCommands([
    {
      id: 'next-trace',
      title: msg`Next trace in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => stepLinks(1),
    },
    {
      id: 'previous-trace',
      title: msg`Previous trace in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => stepLinks(-1),
    },
  ])
}
