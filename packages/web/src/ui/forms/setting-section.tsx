import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  /** Part of the address: a link can lead to a single setting. */
  readonly id: string
  readonly title: string
  readonly about?: ReactNode
  readonly children: ReactNode
}

/**
 * What is set on the left, how on the right; one below the other where there is no room. A link to it leads the keyboard
 * into it.
 */
export function SettingSection({ id, title, about, children }: Props) {
  const section = useRef<HTMLElement>(null)
  const asked = useLocation({ select: ({ hash }) => hash === id })
  useEffect(() => {
    if (!asked) return
    section.current?.scrollIntoView({ block: 'nearest' })
    section.current
      ?.querySelector<HTMLElement>('input:checked, input:not([type=radio]), button')
      ?.focus({ preventScroll: true })
  }, [asked])
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-8 gap-y-3 border-b border-line py-5 last:border-b-0 desk:grid-cols-[264px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1">
        <h2 id={`${id}-title`} className="text-form font-bold">
          {title}
        </h2>
        {about !== undefined && <div className="max-w-prose text-muted">{about}</div>}
      </div>
      <div className="grid min-w-0 content-start gap-3">{children}</div>
    </section>
  )
}

/** The column in which settings stand: lines that a person can still read on a very wide screen. */
export function SettingColumn({ children }: { readonly children: ReactNode }) {
  return <div className="max-w-240 px-(--gutter) pb-12">{children}</div>
}
