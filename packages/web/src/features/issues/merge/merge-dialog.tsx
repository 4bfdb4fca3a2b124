import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { mergeDialog, type MergedIssue } from '#product/issues/merge-dialog-state.ts'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Count } from '#ui/data/count.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { MergeTargetSearch } from './merge-target-search.tsx'
import { mergeInto } from './merge.ts'
import { StackDiffView } from './stack-diff-view.tsx'

const close = () => mergeDialog.setState(() => undefined)

/** Which issues are the same, which of them stays, and what their stacks say to it. */
export function MergeDialog({ issues }: { readonly issues: readonly MergedIssue[] }) {
  const { t } = useLingui()
  const [found, setFound] = useState<MergedIssue>()
  const all = found === undefined ? issues : [...issues, found]
  const only = all.length === 1 ? all[0] : undefined
  return (
    <Dialog
      label={only === undefined ? t`Merge issues` : t`Merge ${only.shortId} with…`}
      className="max-w-160"
      onClose={close}
    >
      {only === undefined ? (
        <Confirm issues={all} {...(found === undefined ? {} : { onBack: () => setFound(undefined) })} />
      ) : (
        <MergeTargetSearch issue={only} onChoose={setFound} />
      )}
    </Dialog>
  )
}

interface ConfirmProps {
  readonly issues: readonly MergedIssue[]
  readonly onBack?: () => void
}

function Confirm({ issues, onBack }: ConfirmProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(issues[0]!.id)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const into = issues.find(({ id }) => id === chosen) ?? issues[0]!
  const from = issues.filter((issue) => issue !== into)
  const merge = async () => {
    setBusy(true)
    try {
      await mergeInto(into, from)
      close()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <form
      className="flex min-h-0 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void merge()
      }}
    >
      <header className="flex min-h-10 items-center gap-2 border-b border-line px-3">
        {onBack !== undefined && <IconButton icon="left" label={t`Choose another issue`} onClick={onBack} />}
        <h2 className="text-form font-bold">
          <Trans>Merge issues</Trans>
        </h2>
      </header>
      <Issues issues={issues} chosen={into.id} onChoose={setChosen} />
      {issues.length === 2 && <StackDiffView left={into} right={from[0]!} />}
      <footer className="grid gap-2 border-t border-line px-3 py-2.5">
        {error !== undefined && <Failure title={t`Couldn’t merge the issues`} error={error} />}
        <p className="text-muted">
          <Trans>
            Existing and future events go to {into.shortId}. Nothing is reopened and no alerts are sent. You
            can unmerge later.
          </Trans>
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button kind="quiet" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" kind="primary" busy={busy} autoFocus>
            <Trans>Merge into {into.shortId}</Trans>
          </Button>
        </div>
      </footer>
    </form>
  )
}

interface IssuesProps {
  readonly issues: readonly MergedIssue[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function Issues({ issues, chosen, onChoose }: IssuesProps) {
  return (
    <fieldset className="max-h-64 min-h-0 shrink-0 overflow-y-auto">
      <legend className="px-3 pt-2 text-meta text-subtle">
        <Plural
          value={issues.length}
          one="Merge # issue: which one to keep?"
          other="Merge # issues: which one to keep?"
        />
      </legend>
      {issues.map(({ id, shortId, title, culprit, events }) => (
        <label
          key={id}
          className="flex min-w-0 cursor-pointer items-start gap-2.5 px-3 py-1.5 hover:bg-hover has-checked:bg-selected"
        >
          <input
            type="radio"
            name="into"
            className="mt-1 accent-accent"
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="truncate font-strong">{title}</span>
            <span className="flex min-w-0 gap-2 text-meta text-subtle">
              <span className="shrink-0">{shortId}</span>
              <span className="min-w-0 truncate">{culprit}</span>
            </span>
          </span>
          {events > 0 && (
            <span className="text-meta text-subtle">
              <Count of={events} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
