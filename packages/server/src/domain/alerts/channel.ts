export const CHANNEL_KINDS = ['email', 'slack', 'discord', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** Target of a channel. A webhook URL grants write access, so it is a secret. */
export type ChannelTarget =
  | { readonly kind: 'email'; readonly to: readonly string[] }
  | { readonly kind: 'slack' | 'discord'; readonly url: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string }

export interface Channel {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly kind: ChannelKind
  /** What may be shown of its target. */
  readonly hint: string
  /** The target, readable only with the installation's secret. */
  readonly sealed: string
  readonly createdAt: number
}

/** Keeps secrets at rest. */
export interface SecretBox {
  seal(text: string): string
  /** Undefined: sealed with another secret, or damaged. */
  open(sealed: string): string | undefined
}

/** Enough to distinguish targets, too little to use one. */
export function hintOf(target: ChannelTarget): string {
  if (target.kind === 'email') return target.to.join(', ')
  const { host, pathname, search, hash } = new URL(target.url)
  return `${host}/…${`${pathname}${search}${hash}`.slice(1).slice(-4)}`
}
