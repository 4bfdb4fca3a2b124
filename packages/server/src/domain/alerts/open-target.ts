import type { Channel, ChannelTarget, SecretBox } from './channel.ts'

/** Undefined where it was sealed with another secret of the installation. */
export function targetOf({ sealed }: Pick<Channel, 'sealed'>, box: SecretBox): ChannelTarget | undefined {
  const opened = box.open(sealed)
  return opened === undefined ? undefined : (JSON.parse(opened) as ChannelTarget)
}

export const UNREADABLE_TARGET =
  'The address was sealed with another secret of this installation. Enter it again.'
