import type { SavedView } from '@hindcast/contract/search/saved-views.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePermission } from '#product/session/permissions.ts'
import { savedViewsQuery } from '#product/search/search-queries.ts'
import { Button } from '#ui/base/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Failure } from '#ui/feedback/failure.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SavedViewsProps } from './shown-view.ts'
import { SavedViewRow } from './saved-view-row.tsx'
import { useSavedViewChanges } from './saved-view-changes.ts'

export function SavedViewsDialog({
  project,
  list,
  shown,
  onShow,
  onClose,
}: SavedViewsProps & { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(savedViewsQuery(project))
  const views = data?.filter((view) => view.list === list)
  const show = (view: SavedView) => {
    onShow(view)
    onClose()
  }
  return (
    <Dialog label={t`Saved views`} className="max-w-140" onClose={onClose}>
      <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-3 overflow-y-auto p-4">
        <h2 className="text-section font-bold">
          <Trans>Saved views</Trans>
        </h2>
        {error !== null && data === undefined && (
          <Failure title={t`Couldn’t load the views`} error={error} onRetry={() => void refetch()} />
        )}
        {views === undefined && error === null && <Skeleton height={48} />}
        {views?.length === 0 && (
          <p className="text-muted">
            <Trans>No saved views yet. Save the current search for yourself or for everyone.</Trans>
          </p>
        )}
        {views !== undefined && views.length > 0 && (
          <ul className="divide-y divide-line rounded-panel border border-line">
            {views.map((view) => (
              <SavedViewRow
                key={view.id}
                project={project}
                view={view}
                shown={shown}
                onShow={() => show(view)}
              />
            ))}
          </ul>
        )}
        <NewView project={project} list={list} shown={shown} />
      </div>
    </Dialog>
  )
}

function NewView({ project, list, shown }: Pick<SavedViewsProps, 'project' | 'list' | 'shown'>) {
  const { t } = useLingui()
  const { create } = useSavedViewChanges(project)
  const mayShare = usePermission('event:write')
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        const view = { name, list, query: shown.query, sort: shown.sort, columns: [...shown.columns], shared }
        create.mutate(view, { onSuccess: () => setName('') })
      }}
    >
      <TextField
        label={t`Save this view as`}
        value={name}
        maxLength={80}
        onChange={({ target }) => setName(target.value)}
      />
      <p className="code truncate text-meta text-subtle">{shown.query === '' ? '*' : shown.query}</p>
      {mayShare && (
        <Checkbox
          label={t`Share with everyone in the project`}
          checked={shared}
          onChange={({ target }) => setShared(target.checked)}
        />
      )}
      {create.error !== null && <Failure title={t`Couldn’t save the view`} error={create.error} />}
      <div>
        <Button type="submit" kind="primary" busy={create.isPending}>
          <Trans>Save view</Trans>
        </Button>
      </div>
    </form>
  )
}
