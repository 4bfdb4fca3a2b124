import type { SavedView } from '@hindcast/contract/search/saved-views.ts'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/base/button.tsx'

export interface ShownView extends Pick<SavedView, 'query' | 'sort'> {
  readonly columns: readonly string[]
}

export interface SavedViewsProps {
  readonly project: string
  readonly list: SavedView['list']
  /** What is on the screen, and would be kept. */
  readonly shown: ShownView
  readonly onShow: (view: ShownView) => void
}

const SavedViewsDialog = lazy(async () => ({
  default: (await import('./saved-views-dialog.tsx')).SavedViewsDialog,
}))

/** Searches with a name: behind a button, because most days one needs none of them. */
export function SavedViewsButton(props: SavedViewsProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="min-h-8" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Trans>Views</Trans>
      </Button>
      {open && (
        <Suspense>
          <SavedViewsDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
