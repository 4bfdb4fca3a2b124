import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import { Trans } from '@lingui/react/macro'
import { Link, type LinkProps } from '@tanstack/react-router'
import { fixOf, whyOf } from '#product/intake/reasons.ts'
import { mendedIn } from './request-log.ts'

interface Props {
  readonly message: WireMessage
  readonly project: string
}

export function Refusal({ message, project }: Props) {
  const { reason, explanation, detail } = message
  const fix = fixOf(reason, message.fix)
  return (
    <div className="ms-8 me-3 mb-2 grid gap-1 rounded-control border-s-3 border-mark-error bg-hit px-3 py-2">
      <p>
        {whyOf(reason, explanation)} <span className="code text-subtle">{reason}</span>
      </p>
      {detail !== '' && <p className="code break-words text-muted">{detail}</p>}
      {fix !== '' && (
        <p className="font-strong">
          <Trans>Fix: {fix}</Trans>
        </p>
      )}
      <p>
        <PlaceLink reason={reason} project={project} />
      </p>
    </div>
  )
}

function PlaceLink({ reason, project }: { readonly reason: string; readonly project: string }) {
  const place = mendedIn(reason)
  const to: LinkProps['to'] = {
    keys: '/projects/$project/keys' as const,
    settings: '/projects/$project/settings' as const,
    intake: '/projects/$project/intake' as const,
  }[place]
  return (
    <Link to={to} params={{ project }} className="text-accent underline underline-offset-2">
      {place === 'keys' && <Trans>Open keys</Trans>}
      {place === 'settings' && <Trans>Open settings</Trans>}
      {place === 'intake' && <Trans>See what happened to the rest</Trans>}
    </Link>
  )
}
