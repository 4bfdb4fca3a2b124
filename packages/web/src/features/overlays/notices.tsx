import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type FocusEvent } from 'react'
import { dismiss, holdNotices, notices, type Notice } from '#lib/state/notices.ts'
import { useSelector } from '@tanstack/react-store'
import { Toast } from '#ui/feedback/toast.tsx'

/** Notices with undo; failures are announced at once, others at the next pause. */
export function Notices() {
  const { t } = useLingui()
  const all = useSelector(notices)
  const newest = all.findLast(({ undo }) => undo !== undefined)?.id
  const { onFocus, onBlur, giveFocusBack } = useHeldFocus()
  useEffect(() => {
    if (all.length === 0) holdNotices(false)
  }, [all.length])
  const card = (notice: Notice) => (
    <Card key={notice.id} notice={notice} newest={notice.id === newest} onLeave={giveFocusBack} />
  )
  return (
    <section
      aria-label={t`Notices`}
      className="pointer-events-none fixed inset-x-3 bottom-3 z-40 grid justify-items-center gap-2"
      onPointerEnter={() => holdNotices(true)}
      onPointerLeave={() => holdNotices(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <div role="alert" className="contents">
        {all.filter(({ tone }) => tone === 'failed').map(card)}
      </div>
      <div role="status" className="contents">
        {all.filter(({ tone }) => tone === 'done').map(card)}
      </div>
    </section>
  )
}

/** Where the keyboard was before it came here; a notice that leaves must not take the place with it. */
function useHeldFocus() {
  const before = useRef<Element | null>(null)
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent) => {
      holdNotices(true)
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) holdNotices(false)
    },
    giveFocusBack: () => {
      const to = before.current?.isConnected === true ? before.current : document.getElementById('main')
      if (to instanceof HTMLElement) to.focus({ preventScroll: true })
    },
  }
}

interface CardProps {
  readonly notice: Notice
  /** The one the shortcut takes back. */
  readonly newest: boolean
  readonly onLeave: () => void
}

function Card({ notice, newest, onLeave }: CardProps) {
  const leave = () => {
    onLeave()
    dismiss(notice.id)
  }
  const undo = () => {
    leave()
    notice.undo?.()
  }
  return (
    <Toast
      tone={notice.tone}
      text={notice.text}
      newest={newest}
      onDismiss={leave}
      {...(notice.undo === undefined ? {} : { onUndo: undo })}
    />
  )
}
