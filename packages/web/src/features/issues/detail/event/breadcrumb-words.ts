import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MomentKind, TimelineMoment } from './timeline.ts'

const KINDS: Readonly<Record<MomentKind, MessageDescriptor>> = {
  navigation: msg`Navigation`,
  request: msg`Request`,
  input: msg`User input`,
  console: msg`Console`,
  error: msg`Error`,
  other: msg`Other`,
}

export function kindName(kind: MomentKind): string {
  return i18n._(KINDS[kind])
}

const CLICK = msg`Clicked`
const TYPED = msg`Typed into`

/** What happened in a word or two; where the kind is not known the SDK's own name stands for it. */
export function momentName({ kind, category }: TimelineMoment): string {
  if (kind === 'input') return i18n._(/input|key/.test(category) ? TYPED : CLICK)
  return kind === 'other' ? category : kindName(kind)
}
