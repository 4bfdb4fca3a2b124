import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The contexts every SDK sends, in the order people look for them; others keep the name they were sent with. */
const NAMES: ReadonlyMap<string, MessageDescriptor> = new Map([
  ['browser', msg`Browser`],
  ['os', msg`Operating system`],
  ['device', msg`Device`],
  ['app', msg`App`],
  ['runtime', msg`Runtime`],
  ['react', msg`React`],
  ['culture', msg`Language and region`],
  ['state', msg`State`],
  ['response', msg`Response`],
  ['cloud_resource', msg`Cloud`],
  ['trace', msg`Trace`],
])

const KNOWN = [...NAMES.keys()]

export function contextName(key: string): string {
  const name = NAMES.get(key)
  return name === undefined ? key : i18n._(name)
}

/** What an app adds by itself stands before the trace, after what it runs on. */
export function contextOrder(key: string): number {
  const at = KNOWN.indexOf(key)
  return at === -1 ? KNOWN.length - 1.5 : at
}
