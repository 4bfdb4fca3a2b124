import type { ReactNode } from 'react'
import type { Outcome } from './intake-report.ts'

const SHAPES: Readonly<Record<Outcome, readonly [className: string, shape: ReactNode]>> = {
  accepted: [
    'text-mark-success',
    <path d="M1 5.4 3.8 8.2 9 2.2" fill="none" stroke="currentColor" strokeWidth="2" />,
  ],
  kept_raw: [
    'text-mark-info',
    <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  ],
  cut: [
    'text-mark-debug',
    <path d="M0.5 3.5h9M0.5 6.5h5" fill="none" stroke="currentColor" strokeWidth="2" />,
  ],
  scrubbed: ['text-mark-debug', <path d="M1 2.5h8v5H1Z" fill="currentColor" />],
  dropped: ['text-mark-warning', <path d="M5 0.5 9.8 9.5H0.2Z" fill="currentColor" />],
  refused: [
    'text-mark-error',
    <path d="m1 1 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="2" />,
  ],
}

/** Stands before the word it belongs to, never instead of it. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  const [color, shape] = SHAPES[outcome]
  return (
    <svg className={`shrink-0 ${color}`} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {shape}
    </svg>
  )
}
