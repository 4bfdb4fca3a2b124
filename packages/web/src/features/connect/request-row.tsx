import type { WireMessage } from '@hindcast/contract/intake/live.ts'
import type { ProjectKey } from '@hindcast/contract/projects/projects.ts'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { durationOf, sizeOf } from './quantities.ts'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'
import { Timestamp } from '#ui/data/timestamp.tsx'
import { Refusal } from './refusal.tsx'
import { isRefused, type RequestLogEntry } from './request-log.ts'

interface Props {
  readonly line: RequestLogEntry
  readonly project: string
  readonly keys: readonly ProjectKey[]
}

/** One request. A refused one unfolds to its cause and what to do about it. */
export const RequestRow = memo(function RequestRow({ line, project, keys }: Props) {
  const { message } = line
  const [unfolded] = useState(line.news)
  const tone = cx('border-b border-line last:border-b-0', line.fresh && 'animate-arrive')
  if (!isRefused(message)) {
    return (
      <li className={cx(tone, 'px-3 py-1.5')}>
        <Facts message={message} keys={keys} />
      </li>
    )
  }
  return (
    <li className={tone}>
      <details className="group" open={unfolded}>
        <summary className="list-none px-3 py-1.5 hover:bg-hover focus-visible:-outline-offset-2">
          <Facts message={message} keys={keys} />
        </summary>
        <Refusal message={message} project={project} />
      </details>
    </li>
  )
})

function Facts({ message, keys }: { readonly message: WireMessage; readonly keys: readonly ProjectKey[] }) {
  const { items } = message
  return (
    <div className="grid gap-0.5">
      <div className="flex items-center gap-2">
        <StatusWord message={message} />
        <span className="code min-w-0 flex-1 truncate" title={`${message.method} ${message.pattern}`}>
          <span className="text-subtle">{message.method}</span> {message.pattern}
        </span>
        <span className="shrink-0 text-meta text-subtle">
          <Timestamp at={message.at} />
        </span>
        {isRefused(message) && (
          <span className="text-subtle transition-transform duration-80 group-open:rotate-90">
            <Icon name="right" size={14} />
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-x-3 ps-5 text-meta text-subtle">
        {message.projectId === null && <Stray keyPrefix={message.keyPrefix} keys={keys} />}
        {message.sdk !== null && <span>{message.sdk}</span>}
        {message.origin !== null && <span>{message.origin}</span>}
        <span>{sizeOf(message.bytes)}</span>
        {!isRefused(message) && (
          <span>
            <Plural value={items} one="# item" other="# items" />
          </span>
        )}
        <span>{durationOf(message.durationMs)}</span>
      </div>
    </div>
  )
}

function StatusWord({ message }: { readonly message: WireMessage }) {
  const { t } = useLingui()
  const refused = isRefused(message)
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-1.5 font-strong',
        refused ? 'text-error' : 'text-success',
      )}
    >
      <Icon name={refused ? 'close' : 'check'} size={14} />
      {refused ? t`Rejected` : t`Accepted`}
      <span className="code text-subtle">{message.status}</span>
    </span>
  )
}

interface StrayProps {
  readonly keyPrefix: string | null
  readonly keys: readonly ProjectKey[]
}

/** No matching project; a key that starts like one of this project is probably a typo. */
function Stray({ keyPrefix, keys }: StrayProps) {
  const prefix = keyPrefix ?? ''
  const alike = prefix === '' ? undefined : keys.find(({ publicKey }) => publicKey.startsWith(prefix))
  const label = alike?.label ?? ''
  return (
    <span className="font-strong text-warning">
      {prefix === '' && <Trans>No key</Trans>}
      {prefix !== '' && alike === undefined && (
        <Trans>
          Unknown key <span className="code">{prefix}…</span>
        </Trans>
      )}
      {alike !== undefined && (
        <Trans>
          Key <span className="code">{prefix}…</span> starts like your key “{label}”
        </Trans>
      )}
    </span>
  )
}
