import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '#lib/commands/commands.ts'
import { useCurrentProject } from '#product/projects/current-project.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { canUndo, undoNewest } from '#lib/state/notices.ts'
import { overlay } from '#lib/commands/overlay.ts'
import { choose, currentPreferences } from '#product/session/preferences.ts'
import { OF_A_PROJECT, OF_ALL } from './places.ts'

/** What can be done on every screen. */
export function useGlobalCommands(): void {
  useCommands(EVERYWHERE)
  useCommands(usePlaces())
}

const EVERYWHERE: readonly Command[] = [
  {
    id: 'palette',
    title: msg`Commands and search`,
    group: 'help',
    keys: ['$mod+k'],
    listed: false,
    run: () => overlay.setState(() => 'palette'),
  },
  {
    id: 'help',
    title: msg`Keyboard shortcuts`,
    group: 'help',
    keys: ['Shift+?', '?'],
    words: 'shortcuts',
    run: () => overlay.setState(() => 'help'),
  },
  {
    id: 'undo',
    title: msg`Undo last change`,
    group: 'view',
    keys: ['$mod+z'],
    enabled: canUndo,
    run: () => void undoNewest(),
  },
  {
    id: 'theme',
    title: msg`Toggle dark mode`,
    group: 'view',
    words: 'theme dark light',
    run: switchTheme,
  },
]

function usePlaces(): readonly Command[] {
  const navigate = useNavigate()
  const project = useCurrentProject()?.slug ?? ''
  const inProject = OF_A_PROJECT.map(({ to, ...command }) =>
    Object.assign(command, {
      enabled: () => project !== '',
      run: () => void navigate({ to, params: { project } }),
    }),
  )
  return [
    ...inProject,
    ...OF_ALL.map(({ to, ...command }) =>
      Object.assign(command, {
        enabled: () => !('needs' in command) || hasPermission(command.needs),
        run: () => void navigate({ to }),
      }),
    ),
  ]
}

function switchTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown = currentPreferences().theme ?? (dark ? 'dark' : 'light')
  void choose({ theme: shown === 'dark' ? 'light' : 'dark' })
}
