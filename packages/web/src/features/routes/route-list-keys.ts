import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'
import { stepLinks } from '#lib/commands/step-links.ts'

export function useRouteListKeys(): void {
  useCommands([
    {
      id: 'next-route',
      title: msg`Next route in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => stepLinks(1),
    },
    {
      id: 'previous-route',
      title: msg`Previous route in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => stepLinks(-1),
    },
  ])
}
