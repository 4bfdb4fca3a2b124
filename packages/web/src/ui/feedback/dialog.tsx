import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from '#ui/base/class-names.ts'

interface Props {
  readonly label: string
  readonly onClose: () => void
  readonly className?: string
  readonly children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the keyboard inside, leaves on Escape, and gives the focus back to where it
 * was. On the screen while it is rendered.
 */
export function Dialog({ label, onClose, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
    // Closing it, not only taking it out of the page, is what brings the focus back.
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      // Named as well, because shortcuts leave everything inside a dialog alone and ask for it by this name.
      role="dialog"
      aria-label={label}
      className={cx(
        'mx-auto mt-[12dvh] mb-auto max-h-[76dvh] w-[calc(100vw-24px)] flex-col overflow-hidden rounded-dialog border border-line bg-surface p-0 text-fg shadow-overlay backdrop:bg-scrim open:flex',
        className,
      )}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
