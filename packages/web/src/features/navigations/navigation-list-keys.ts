import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'
import { stepLinks } from '#lib/commands/step-links.ts'

export function useNavigationListKeys(): void {
  useCommands([
    {
      id: 'next-navigation',
      title: msg`Next row in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => stepLinks(1),
    },
    {
      id: 'previous-navigation',
      title: msg`Previous row in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => stepLinks(-1),
    },
  ])
}
