import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useCommands } from '#lib/commands/commands.ts'
import { hasPermission } from '#product/session/permissions.ts'
import { IconButton } from '#ui/base/button.tsx'

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then(({ ShareDialog: component }) => ({ default: component })),
)

/** Public links to the issue. */
export function ShareButton({ issueId }: { readonly issueId: string }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const isAllowed = hasPermission('event:write')
  useCommands([
    {
      id: 'share-issue',
      title: msg`Share with a public link…`,
      group: 'issue',
      words: 'share public link outside',
      enabled: () => isAllowed,
      run: () => setOpen(true),
    },
  ])
  if (!isAllowed) return null
  return (
    <>
      <IconButton
        icon="external"
        label={t`Share with a public link…`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <ShareDialog issueId={issueId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
