import type { ButtonHTMLAttributes } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonKind = 'plain' | 'primary' | 'quiet' | 'danger'

const SHAPE =
  'inline-flex min-h-7 items-center justify-center gap-1.5 rounded-control border px-2.5 font-strong whitespace-nowrap transition-colors duration-80 select-none aria-disabled:opacity-60 disabled:opacity-60'

const KINDS: Record<ButtonKind, string> = {
  plain: 'border-line-strong bg-surface text-fg hover:bg-hover',
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-hover hover:text-fg',
  danger: 'border-line-strong bg-surface text-error hover:bg-tint-error',
}

/** For links that look like buttons. */
export function buttonClass(kind: ButtonKind = 'plain', more?: string): string {
  return cx(SHAPE, KINDS[kind], more)
}

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind
  readonly icon?: IconName
  /** Busy buttons stay focusable: a disabled one would drop the keyboard user's place. */
  readonly busy?: boolean
}

export function Button({
  kind = 'plain',
  icon,
  busy = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon !== undefined && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

interface IconButtonProps extends Omit<Props, 'icon' | 'children'> {
  readonly icon: IconName
  /** What it does, for those who do not see the picture, and on hover for those who do not know it. */
  readonly label: string
}

export function IconButton({ icon, label, kind = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      kind={kind}
      className={cx('w-7 shrink-0 px-0', className)}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </Button>
  )
}
