import type { ReactNode } from 'react'

export type Tone = 'plain' | 'fatal' | 'error' | 'warning' | 'info' | 'debug' | 'success'

const TONES: Record<Tone, string> = {
  plain: 'bg-sunken text-muted',
  fatal: 'bg-tint-fatal text-fatal',
  error: 'bg-tint-error text-error',
  warning: 'bg-tint-warning text-warning',
  info: 'bg-tint-info text-info',
  debug: 'bg-tint-debug text-debug',
  success: 'bg-tint-success text-success',
}

/** A word with a tint; the tint says nothing the word does not. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center gap-1 rounded-mark px-1.5 text-meta font-strong whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
