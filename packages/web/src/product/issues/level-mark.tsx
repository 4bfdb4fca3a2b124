import type { ReactNode } from 'react'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const SHAPES: Readonly<Record<string, readonly [className: string, shape: ReactNode]>> = {
  fatal: ['text-mark-fatal', <rect x="0.5" y="0.5" width="9" height="9" fill="currentColor" />],
  error: ['text-mark-error', <circle cx="5" cy="5" r="4.5" fill="currentColor" />],
  warning: ['text-mark-warning', <path d="M5 0.5 9.8 9.5H0.2Z" fill="currentColor" />],
  info: [
    'text-mark-info',
    <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="2" />,
  ],
  debug: ['text-mark-debug', <circle cx="5" cy="5" r="2.2" fill="currentColor" />],
}

interface Props {
  readonly level: string
  /** False: the label is for screen readers only. */
  readonly word?: boolean
}

/** Shape and label, because colour alone is not accessible. */
export function LevelMark({ level, word = true }: Props) {
  const [color, shape] = SHAPES[level] ?? SHAPES['debug']!
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg className={`shrink-0 ${color}`} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        {shape}
      </svg>
      <span className={word ? undefined : 'sr-only'}>{levelName(level)}</span>
    </span>
  )
}

const NAMES: Readonly<Record<string, MessageDescriptor>> = {
  fatal: msg`Fatal`,
  error: msg`Error`,
  warning: msg`Warning`,
  info: msg`Info`,
  debug: msg`Debug`,
}

export function levelName(level: string): string {
  const name = NAMES[level]
  return name === undefined ? level : i18n._(name)
}
