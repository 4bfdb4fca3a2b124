import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { buttonClass } from '#ui/base/button.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'

interface Props {
  /** Of the list that the table shows. */
  readonly path: string
  /** What narrows and orders it. */
  readonly query?: Readonly<Record<string, string>>
  readonly className?: string
}

const FORMATS = [
  ['csv', 'CSV'],
  ['ndjson', 'NDJSON'],
] as const

/** The table as a file: all of its rows, not only those on the screen. */
export function DownloadMenu({ path, query = {}, className }: Props) {
  const { t } = useLingui()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current !== null) menu.current.open = false
  }
  return (
    <details
      ref={menu}
      className="relative shrink-0"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' || !currentTarget.open) return
        close()
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary
        className={buttonClass('plain', cx('cursor-pointer list-none', className))}
        aria-label={t`Download`}
        title={t`Download`}
      >
        <Icon name="intake" size={14} />
        <span className="max-desk:hidden">
          <Trans>Download</Trans>
        </span>
      </summary>
      <div className="absolute end-0 top-full max-phone:fixed max-phone:inset-x-(--gutter) max-phone:top-auto z-30 mt-1 grid min-w-32 rounded-panel border border-line bg-surface p-1 shadow-overlay">
        {FORMATS.map(([format, name]) => (
          <a
            key={format}
            href={`${path}?${new URLSearchParams({ ...query, format }).toString()}`}
            download
            className="rounded-control px-2 py-1 hover:bg-hover"
            onClick={close}
          >
            {name}
          </a>
        ))}
      </div>
    </details>
  )
}
