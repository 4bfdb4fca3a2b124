import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#lib/api/client.ts'
import { Button } from '#ui/base/button.tsx'
import { CopyField } from '#ui/forms/copy-field.tsx'
import { Notice } from '#ui/feedback/notice.tsx'

interface Props {
  readonly invited: Answer<'POST /api/v1/invitations'>
  readonly onClose: () => void
}

/** The one time the link is on the screen. */
export function InvitationLink({ invited, onClose }: Props) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Mailed {...invited} />
      <p className="text-muted">
        <Trans>Copy the link now, it can’t be shown again. It works once and expires in seven days.</Trans>
      </p>
      <CopyField value={invited.link} label={t`invitation link`} />
      <div>
        <Button icon="check" autoFocus onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    </div>
  )
}

function Mailed({ mail, invitation }: Props['invited']) {
  const { t } = useLingui()
  const email = invitation.email ?? ''
  if (mail.state === 'sent')
    return (
      <p role="status">
        <Trans>It was sent to {email}.</Trans>
      </p>
    )
  if (mail.state === 'not_configured')
    return (
      <Notice
        tone="warning"
        title={t`No email was sent because no mail server is configured. Share the link yourself.`}
      />
    )
  if (mail.state === 'failed')
    return (
      <Notice tone="warning" title={t`The mail server rejected the email. Share the link yourself.`}>
        <p className="code">{mail.detail}</p>
      </Notice>
    )
  return null
}
