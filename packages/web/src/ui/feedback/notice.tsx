import type { ReactNode } from 'react'

const TONES = {
  plain: 'border-s-accent',
  warning: 'border-s-mark-warning',
  error: 'border-s-mark-error',
} as const

interface Props {
  readonly tone?: keyof typeof TONES
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function Notice({ tone = 'plain', title, children, actions }: Props) {
  return (
    <div
      className={`grid gap-1.5 rounded-control border border-s-3 border-line bg-surface px-3 py-2.5 ${TONES[tone]}`}
      role={tone === 'error' ? 'alert' : undefined}
    >
      <p className="font-strong">{title}</p>
      {children !== undefined && <div className="text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
    </div>
  )
}
