import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type FocusEvent } from 'react'
import { dismiss, holdNotices, notices, type Notice } from '../../lib/notices.ts'
import { useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'

/** What was just done, with the way back; failures are said at once, the rest when there is a pause. */
export function Notices() {
  const { t } = useLingui()
  const all = useStore(notices)
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
  const { t } = useLingui()
  const leave = () => {
    onLeave()
    dismiss(notice.id)
  }
  const failed = notice.tone === 'failed'
  return (
    <div
      className={`pointer-events-auto flex max-w-full items-center gap-2 rounded-dialog border border-line border-s-3 bg-surface py-1.5 ps-3 pe-1.5 shadow-overlay ${failed ? 'border-s-mark-error' : 'border-s-mark-success'}`}
    >
      <span className={failed ? 'text-error' : 'text-success'}>
        <Icon name={failed ? 'issues' : 'check'} />
      </span>
      <p className="min-w-0 py-1 pe-2">{notice.text}</p>
      {notice.undo !== undefined && (
        <Button
          icon="undo"
          onClick={() => {
            leave()
            notice.undo?.()
          }}
        >
          <Trans>Undo</Trans>
          {newest && <Kbd keys="$mod+z" />}
        </Button>
      )}
      <IconButton icon="close" label={t`Dismiss`} onClick={leave} />
    </div>
  )
}
