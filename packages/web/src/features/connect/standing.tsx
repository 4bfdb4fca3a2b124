import { Trans } from '@lingui/react/macro'
import { Icon } from '#ui/base/icon.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'

interface Props {
  /** `tested`: only the test error came so far. */
  readonly standing: 'waiting' | 'tested' | 'connected'
  readonly firstEventAt: string | null
  /** The newest request to a key of this project that is remembered. */
  readonly lastAt: string | undefined
}

/** How far this project has come, in one line. */
export function Standing({ standing, firstEventAt, lastAt }: Props) {
  if (standing === 'waiting') {
    return (
      <span className="text-muted">
        <Trans>Waiting for the first event</Trans>
      </span>
    )
  }
  if (standing === 'tested') {
    return (
      <span className="text-muted">
        <Trans>The connection works, but your app hasn’t sent anything yet</Trans>
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-muted">
      <span className="inline-flex items-center gap-1 font-strong text-success">
        <Icon name="check" size={14} />
        <Trans>Connected</Trans>
      </span>
      {firstEventAt !== null && (
        <span>
          <Trans>
            first event <Timestamp at={firstEventAt} />
          </Trans>
        </span>
      )}
      {lastAt !== undefined && (
        <span>
          <Trans>
            last request <Timestamp at={lastAt} />
          </Trans>
        </span>
      )}
    </span>
  )
}
