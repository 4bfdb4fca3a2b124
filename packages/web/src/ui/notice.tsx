import type { ReactNode } from 'react'

interface Props {
  readonly tone?: 'plain' | 'warning' | 'error'
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function Notice({ tone = 'plain', title, children, actions }: Props) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <p className="strong">{title}</p>
      {children !== undefined && <div className="muted">{children}</div>}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  )
}
