import { msg } from '@lingui/core/macro'
import { useCommands } from '#lib/commands/commands.ts'

/** Down and up the list; Enter then opens what has the focus, as everywhere. */
export function useTraceListKeys(): void {
  useCommands([
    {
      id: 'next-trace',
      title: msg`Next trace in the list`,
      group: 'list',
      keys: ['j'],
      listed: false,
      run: () => step(1),
    },
    {
      id: 'previous-trace',
      title: msg`Previous trace in the list`,
      group: 'list',
      keys: ['k'],
      listed: false,
      run: () => step(-1),
    },
  ])
}

function step(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('#main tbody a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)
  links[next]?.focus()
}
