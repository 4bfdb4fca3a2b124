import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/base/button.tsx'
import type { SavedViewsProps } from './shown-view.ts'

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
