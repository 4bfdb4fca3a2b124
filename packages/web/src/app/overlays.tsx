import { lazy, Suspense } from 'react'
import { HelpSheet } from '../features/overlays/help-sheet.tsx'
import { Notices } from '../features/overlays/notices.tsx'
import { Palette } from '../features/overlays/palette.tsx'
import { loadMessages } from '../lib/i18n.ts'
import { merging } from '../lib/merging.ts'
import { overlay } from '../lib/overlay.ts'
import { useStore } from '../lib/store.ts'

const MergeDialog = lazy(async () => {
  const [{ MergeDialog: component }] = await Promise.all([
    import('../features/merging/merge-dialog.tsx'),
    loadMessages('merging'),
  ])
  return { default: component }
})

const close = () => overlay.set(undefined)

/** Palette, help and notices: fetched when idle, and opened without waiting for anything. */
export function Overlays() {
  const open = useStore(overlay)
  const merge = useStore(merging)
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <HelpSheet onClose={close} />}
      <Suspense>{merge !== undefined && <MergeDialog issues={merge.issues} />}</Suspense>
      <Notices />
    </>
  )
}
