import type { SavedView } from '@hindcast/contract/search/saved-views.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePermission } from '#product/session/permissions.ts'
import { notify } from '#lib/state/notices.ts'
import { Badge } from '#ui/data/badge.tsx'
import { Button } from '#ui/base/button.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { keepView, useSavedViewChanges } from './saved-view-changes.ts'
import type { ShownView } from './shown-view.ts'

interface Props {
  readonly project: string
  readonly view: SavedView
  readonly shown: ShownView
  readonly onShow: () => void
}

export function SavedViewRow({ project, view, shown, onShow }: Props) {
  const { t } = useLingui()
  const [renaming, setRenaming] = useState(false)
  const { update, remove } = useSavedViewChanges(project)
  const runsProject = usePermission('project:write')
  const mayShare = usePermission('event:write')
  const current = view.query === shown.query && view.sort === shown.sort
  const { name, list, query, sort, columns, shared } = view
  // The row is unmounted when the response arrives, so the notice must not depend on it.
  const forget = async () => {
    await remove.mutateAsync(view.id)
    const undo = () => void keepView(project, { name, list, query, sort, columns: [...columns], shared })
    notify({ tone: 'done', text: t`${name} deleted`, undo })
  }
  const error = update.error ?? remove.error
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-current={current ? 'true' : undefined}
          className="min-h-6 min-w-0 grow basis-40 truncate text-start font-strong hover:text-accent hover:underline"
          onClick={onShow}
        >
          {name}
        </button>
        {shared && <Badge>{t`Shared`}</Badge>}
        {(view.own || runsProject) && (
          <>
            <Button kind="quiet" onClick={() => setRenaming(!renaming)}>
              <Trans>Rename</Trans>
            </Button>
            {(mayShare || shared) && (
              <Button kind="quiet" onClick={() => update.mutate({ id: view.id, shared: !shared })}>
                {shared ? <Trans>Stop sharing</Trans> : <Trans>Share</Trans>}
              </Button>
            )}
            <Button
              kind="quiet"
              aria-label={t`Delete ${name}`}
              onClick={() => void forget().catch(() => undefined)}
            >
              <Trans>Delete</Trans>
            </Button>
          </>
        )}
      </div>
      <p className="code truncate text-meta text-subtle">{query === '' ? '*' : query}</p>
      {renaming && (
        <Rename
          name={name}
          onName={(next) => {
            setRenaming(false)
            if (next !== name) update.mutate({ id: view.id, name: next })
          }}
        />
      )}
      {error !== null && <Failure title={t`Couldn’t change the view`} error={error} />}
    </li>
  )
}

function Rename({ name, onName }: { readonly name: string; readonly onName: (name: string) => void }) {
  const { t } = useLingui()
  const [draft, setDraft] = useState(name)
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (draft.trim() !== '') onName(draft.trim())
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label={t`New name`}
          value={draft}
          maxLength={80}
          autoFocus
          onChange={({ target }) => setDraft(target.value)}
        />
      </div>
      <Button type="submit">
        <Trans>Rename</Trans>
      </Button>
    </form>
  )
}
