import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCommands, type Command } from '../lib/commands.ts'
import { useCurrentProject } from '../lib/current-project.ts'
import { undoNewest } from '../lib/notices.ts'
import { overlay } from '../lib/overlay.ts'
import { choose, currentPreferences } from '../lib/preferences.ts'

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
    run: () => overlay.set('palette'),
  },
  {
    id: 'help',
    title: msg`Keyboard help`,
    group: 'help',
    keys: ['Shift+?'],
    words: 'shortcuts',
    run: () => overlay.set('help'),
  },
  {
    id: 'undo',
    title: msg`Undo the last change`,
    group: 'view',
    keys: ['$mod+z'],
    run: () => void undoNewest(),
  },
  {
    id: 'theme',
    title: msg`Switch between light and dark`,
    group: 'view',
    words: 'theme dark light',
    run: switchTheme,
  },
]

interface Place {
  readonly id: string
  readonly title: MessageDescriptor
  readonly group: 'go'
  readonly keys?: readonly string[]
  readonly words: string
  readonly to: string
}

const OF_A_PROJECT = [
  {
    id: 'go-issues',
    title: msg`Go to issues`,
    group: 'go',
    keys: ['g i'],
    words: 'issues stream',
    to: '/projects/$project/issues',
  },
  {
    id: 'go-intake',
    title: msg`Go to intake`,
    group: 'go',
    keys: ['g n'],
    words: 'intake dropped',
    to: '/projects/$project/intake',
  },
  {
    id: 'go-connect',
    title: msg`Connect an app`,
    group: 'go',
    keys: ['g c'],
    words: 'connect dsn setup onboarding',
    to: '/projects/$project/connect',
  },
  {
    id: 'go-settings',
    title: msg`Go to project settings`,
    group: 'go',
    keys: ['g s'],
    words: 'project settings',
    to: '/projects/$project/settings',
  },
  {
    id: 'go-keys',
    title: msg`Go to keys`,
    group: 'go',
    keys: ['g k'],
    words: 'keys dsn',
    to: '/projects/$project/keys',
  },
] as const satisfies readonly Place[]

const OF_ALL = [
  {
    id: 'go-find',
    title: msg`Find by id`,
    group: 'go',
    keys: ['g f'],
    words: 'find digest event id lookup',
    to: '/find',
  },
  {
    id: 'go-tokens',
    title: msg`Go to API tokens`,
    group: 'go',
    keys: ['g t'],
    words: 'api tokens',
    to: '/tokens',
  },
  {
    id: 'go-preferences',
    title: msg`Go to preferences`,
    group: 'go',
    keys: ['g p'],
    words: 'preferences language theme',
    to: '/preferences',
  },
  {
    id: 'new-project',
    title: msg`New project`,
    group: 'go',
    words: 'new create project',
    to: '/projects/new',
  },
] as const satisfies readonly Place[]

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
    ...OF_ALL.map(({ to, ...command }) => Object.assign(command, { run: () => void navigate({ to }) })),
  ]
}

function switchTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const shown = currentPreferences().theme ?? (dark ? 'dark' : 'light')
  void choose({ theme: shown === 'dark' ? 'light' : 'dark' })
}
