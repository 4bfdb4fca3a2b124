import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { resolveDialog } from '#product/issues/resolve-dialog-state.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { useSelector } from '@tanstack/react-store'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import type { TriageActions } from './triage/triage-actions.ts'
import { shownIds, triage } from './triage/triage-store.ts'

/** What can be done with everything that is selected; there only while something is. */
export function SelectionBar({ actions }: { readonly actions: TriageActions }) {
  const { t } = useLingui()
  const count = useSelector(triage, ({ selected }) => selected.size)
  if (count === 0) return null
  const all = () => triage.setState(() => ({ ...triage.get(), selected: new Set(shownIds()) }))
  return (
    <section
      aria-label={t`Selection`}
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-selected px-(--gutter) py-1.5"
    >
      <span className="me-1 font-strong" role="status">
        <Plural value={count} one="# selected" other="# selected" />
      </span>
      {hasPermission('event:write') && <Changes actions={actions} several={count > 1} />}
      <span className="flex-1" />
      <Button kind="quiet" onClick={all}>
        <Trans>Select all loaded</Trans>
      </Button>
      <IconButton
        icon="close"
        label={t`Clear selection`}
        onClick={() => triage.setState(() => ({ ...triage.get(), selected: new Set() }))}
      />
    </section>
  )
}

interface ChangesProps {
  readonly actions: TriageActions
  readonly several: boolean
}

function Changes({ actions, several }: ChangesProps) {
  const { t } = useLingui()
  return (
    <>
      <Button icon="check" onClick={() => actions.resolve()}>
        <Trans>Resolve</Trans>
        <Hint keys="e" />
      </Button>
      <Button icon="mute" onClick={() => actions.ignore()}>
        <Trans>Ignore</Trans>
        <Hint keys="h" />
      </Button>
      <Button icon="undo" onClick={() => actions.reopen()}>
        <Trans>Reopen</Trans>
        <Hint keys="u" />
      </Button>
      <Button icon="person" onClick={() => actions.pickAssignee()}>
        <Trans>Assign…</Trans>
        <Hint keys="a" />
      </Button>
      <IconButton
        icon="down"
        label={t`More…`}
        aria-haspopup="dialog"
        onClick={() => resolveDialog.setState(() => ({ kind: 'all', issues: actions.targets() }))}
      />
      {several && (
        <Button onClick={() => actions.merge()}>
          <Trans>Merge…</Trans>
          <Hint keys="m" />
        </Button>
      )}
    </>
  )
}

function Hint({ keys }: { readonly keys: string }) {
  return (
    <span className="hidden desk:inline" aria-hidden="true">
      <Kbd keys={keys} />
    </span>
  )
}
