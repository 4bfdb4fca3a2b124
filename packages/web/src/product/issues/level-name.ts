import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

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
