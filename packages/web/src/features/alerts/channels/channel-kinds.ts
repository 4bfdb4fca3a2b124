import type { Channel } from '@hindcast/contract/alerts/channels.ts'
import { msg } from '@lingui/core/macro'
import { i18n } from '#lib/i18n/i18n.ts'

export type ChannelKind = Channel['kind']

export const CHANNEL_KINDS: readonly ChannelKind[] = ['email', 'slack', 'discord', 'webhook']

export function kindName(kind: ChannelKind): string {
  return i18n._(
    { email: msg`Email`, slack: msg`Slack or compatible`, discord: msg`Discord`, webhook: msg`Webhook` }[
      kind
    ],
  )
}
