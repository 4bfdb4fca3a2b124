import { lazy, Suspense } from 'react'
import { ResolveCommands } from '#features/issues/resolve/resolve-commands.tsx'
import { ResolveDialog } from '#features/issues/resolve/resolve-dialog.tsx'
import { HelpSheet } from '#features/overlays/help-sheet.tsx'
import { Notices } from '#features/overlays/notices.tsx'
import { Palette } from '#features/overlays/palette.tsx'
import { resolveDialog } from '#product/issues/resolve-dialog-state.ts'
import { loadMessages } from '#lib/i18n/i18n.ts'
import { mergeDialog } from '#product/issues/merge-dialog-state.ts'
import { overlay } from '#lib/commands/overlay.ts'
import { useSelector } from '@tanstack/react-store'
import { useOwnTraces } from './own-pages/own-traces.ts'

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
  useOwnTraces()
  const open = useSelector(overlay)
  const merge = useSelector(mergeDialog)
  const decision = useSelector(resolveDialog)
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <HelpSheet onClose={close} />}
      <Suspense>{merge !== undefined && <MergeDialog issues={merge.issues} />}</Suspense>
      {decision !== undefined && <ResolveDialog {...decision} />}
      <ResolveCommands />
      <Notices />
    </>
  )
}
