import { msg } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCurrentProject } from '../lib/current-project.ts'
import { useCommands, type Command } from '../lib/commands.ts'
import { canUndo, undoNewest } from '../lib/notices.ts'
import { overlay } from '../lib/overlay.ts'
import { choose, currentPreferences } from '../lib/preferences.ts'

/** What can be done on every screen. */
export function useGlobalCommands(): void {
  const navigate = useNavigate()
  const project = useCurrentProject()?.slug ?? ''
  const hasProject = () => project !== ''
  const params = { project }
  const commands: readonly Command[] = [
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
      // Not every keyboard has it above another sign.
      keys: ['Shift+?', '?'],
      words: 'shortcuts',
      run: () => overlay.set('help'),
    },
    {
      id: 'undo',
      title: msg`Undo the last change`,
      group: 'view',
      keys: ['$mod+z'],
      enabled: canUndo,
      run: () => undoNewest(),
    },
    {
      id: 'go-issues',
      title: msg`Go to issues`,
      group: 'go',
      keys: ['g i'],
      words: 'issues stream',
      enabled: hasProject,
      run: () => void navigate({ to: '/projects/$project/issues', params }),
    },
    {
      id: 'go-intake',
      title: msg`Go to intake`,
      group: 'go',
      keys: ['g n'],
      words: 'intake dropped',
      enabled: hasProject,
      run: () => void navigate({ to: '/projects/$project/intake', params }),
    },
    {
      id: 'go-connect',
      title: msg`Connect an app`,
      group: 'go',
      keys: ['g c'],
      words: 'connect dsn setup onboarding',
      enabled: hasProject,
      run: () => void navigate({ to: '/projects/$project/connect', params }),
    },
    {
      id: 'go-settings',
      title: msg`Go to project settings`,
      group: 'go',
      keys: ['g s'],
      words: 'project settings',
      enabled: hasProject,
      run: () => void navigate({ to: '/projects/$project/settings', params }),
    },
    {
      id: 'go-keys',
      title: msg`Go to keys`,
      group: 'go',
      keys: ['g k'],
      words: 'keys dsn',
      enabled: hasProject,
      run: () => void navigate({ to: '/projects/$project/keys', params }),
    },
    {
      id: 'go-find',
      title: msg`Find by id`,
      group: 'go',
      keys: ['g f'],
      words: 'find digest event id lookup',
      run: () => void navigate({ to: '/find' }),
    },
    {
      id: 'go-tokens',
      title: msg`Go to API tokens`,
      group: 'go',
      keys: ['g t'],
      words: 'api tokens',
      run: () => void navigate({ to: '/tokens' }),
    },
    {
      id: 'go-preferences',
      title: msg`Go to preferences`,
      group: 'go',
      keys: ['g p'],
      words: 'preferences language theme',
      run: () => void navigate({ to: '/preferences' }),
    },
    {
      id: 'new-project',
      title: msg`New project`,
      group: 'go',
      words: 'new create project',
      run: () => void navigate({ to: '/projects/new' }),
    },
    {
      id: 'theme',
      title: msg`Switch between light and dark`,
      group: 'view',
      words: 'theme dark light',
      run: switchTheme,
    },
  ]
  useCommands(commands)
}

function switchTheme(): void {
  const shown =
    currentPreferences().theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  void choose({ theme: shown === 'dark' ? 'light' : 'dark' })
}
