import { HelpSheet } from '../features/overlays/help-sheet.tsx'
import { Notices } from '../features/overlays/notices.tsx'
import { Palette } from '../features/overlays/palette.tsx'
import { overlay } from '../lib/overlay.ts'
import { useStore } from '../lib/store.ts'

const close = () => overlay.set(undefined)

/** Palette, help and notices: fetched when idle, and opened without waiting for anything. */
export function Overlays() {
  const open = useStore(overlay)
  return (
    <>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <HelpSheet onClose={close} />}
      <Notices />
    </>
  )
}
