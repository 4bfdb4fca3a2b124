import { lazy, Suspense } from 'react'
import { DecideCommands } from '#features/issues/resolve/resolve-commands.tsx'
import { DecideDialog } from '#features/issues/resolve/resolve-dialog.tsx'
import { HelpSheet } from '#features/overlays/help-sheet.tsx'
import { Notices } from '#features/overlays/notices.tsx'
import { Palette } from '#features/overlays/palette.tsx'
import { deciding } from '#product/issues/resolve-dialog-state.ts'
import { loadMessages } from '#lib/i18n/i18n.ts'
import { merging } from '#product/issues/merge-dialog-state.ts'
import { overlay } from '#lib/commands/overlay.ts'
import { useSelector } from '@tanstack/react-store'

const MergeDialog = lazy(async () => {
  const [{ MergeDialog: component }] = await Promise.all([
    import('#features/issues/merge/merge-dialog.tsx'),
    loadMessages('issue-merge'),
  ])
  return { default: component }
})

const close = () => overlay.setState(() => undefined)

/** Palette, help and notices: fetched when idle, and opened without waiting for anything. */
export function Overlays() {
  const open = useSelector(overlay)
  const merge = useSelector(merging)
  const decision = useSelector(deciding)
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <HelpSheet onClose={close} />}
      <Suspense>{merge !== undefined && <MergeDialog issues={merge.issues} />}</Suspense>
      {decision !== undefined && <DecideDialog {...decision} />}
      <DecideCommands />
      <Notices />
    </>
  )
}
