import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'
import { stepLinks } from '#lib/commands/step-links.ts'

/** `j` and `k` in a list whose rows are links. */
export function useListKeys(): void {
  useCommands([
    {
      id: 'next-row',
      title: msg`Next row in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => stepLinks(1),
    },
    {
      id: 'previous-row',
      title: msg`Previous row in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => stepLinks(-1),
    },
  ])
}
