import { useLingui } from '@lingui/react/macro'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'

interface Props {
  /** Of the stack: an error or a thread. */
  readonly name: string
  readonly open: boolean
  readonly onToggle: (open: boolean) => void
}

/** Shows and hides the frames of one stack among several. */
export function FramesToggle({ name, open, onToggle }: Props) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 rounded-control px-1 text-meta text-muted hover:text-fg"
      aria-expanded={open}
      aria-label={open ? t`Hide frames of ${name}` : t`Show frames of ${name}`}
      onClick={() => onToggle(!open)}
    >
      <span className={cx(open && 'rotate-90')}>
        <Icon name="right" size={12} />
      </span>
      {open ? t`Hide frames` : t`Show frames`}
    </button>
  )
}
