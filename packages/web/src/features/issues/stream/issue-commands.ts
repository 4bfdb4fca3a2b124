import { msg } from '@lingui/core/macro'
import type { Command } from '#lib/commands/commands.ts'
import { hasPermission } from '#product/session/permissions.ts'
import type { TriageActions } from './triage/triage-actions.ts'
import { triage } from './triage/triage-store.ts'

/** What is done with the selection, or else with the issue under the cursor. */
export function issueCommands(actions: TriageActions): readonly Command[] {
  const some = () => hasPermission('event:write') && actions.targets().length > 0
  return [
    {
      id: 'resolve',
      title: msg`Resolve or reopen`,
      group: 'issue',
      keys: ['e'],
      words: 'resolve done',
      enabled: some,
      run: () => actions.resolveOrReopen(),
    },
    {
      id: 'ignore',
      title: msg`Ignore`,
      group: 'issue',
      keys: ['h'],
      words: 'ignore archive mute hide',
      enabled: some,
      run: () => actions.ignore(),
    },
    {
      id: 'reopen',
      title: msg`Reopen`,
      group: 'issue',
      keys: ['u'],
      words: 'reopen unresolve',
      enabled: some,
      run: () => actions.reopen(),
    },
    {
      id: 'assign',
      title: msg`Assign…`,
      group: 'issue',
      keys: ['a'],
      enabled: some,
      run: () => actions.pickAssignee(),
    },
    {
      id: 'assign-me',
      title: msg`Assign to me`,
      group: 'issue',
      keys: ['i'],
      words: 'take mine',
      enabled: some,
      run: () => actions.assignMe(),
    },
    ...furtherCommands(actions, some),
  ]
}

function furtherCommands(actions: TriageActions, some: () => boolean): readonly Command[] {
  return [
    {
      id: 'merge',
      title: msg`Merge…`,
      group: 'issue',
      keys: ['m'],
      words: 'merge same duplicate join',
      enabled: some,
      run: () => actions.merge(),
    },
    {
      id: 'copy-link',
      title: msg`Copy issue link`,
      group: 'issue',
      keys: ['c'],
      enabled: () => triage.get().cursor !== undefined,
      run: () => void actions.copyLink(),
    },
  ]
}
