import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CommandGroup } from '#lib/commands/commands.ts'

/** What is done most on the screen at hand stands before what works everywhere. */
export const COMMAND_GROUPS: ReadonlyArray<readonly [CommandGroup, MessageDescriptor]> = [
  ['issue', msg`Issue`],
  ['event', msg`Event`],
  ['list', msg`List`],
  ['go', msg`Go to`],
  ['view', msg`View`],
  ['help', msg`Help`],
]
