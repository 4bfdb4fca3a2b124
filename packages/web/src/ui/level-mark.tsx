import type { ReactNode } from 'react'

const SHAPES: Readonly<Record<string, ReactNode>> = {
  fatal: <rect x="0.5" y="0.5" width="9" height="9" fill="currentColor" />,
  error: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  warning: <path d="M5 0.5 9.8 9.5H0.2Z" fill="currentColor" />,
  info: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  debug: <circle cx="5" cy="5" r="2.2" fill="currentColor" />,
}

/** Shape and word: colour alone tells nothing to one reader in twelve. */
export function LevelMark({ level }: { readonly level: string }) {
  return (
    <span className="level" data-level={level}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[level] ?? SHAPES['debug']}
      </svg>
      {level}
    </span>
  )
}
