import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { proofsOf, provingEvent, type Pending, type Proof, type ProofId } from './proofs.ts'
import { isRefused, type RequestLogEntry } from './request-log.ts'
import { newestEventsQuery, projectEventQuery } from './connect-queries.ts'

/** Code, and its braces would read as a placeholder within a message. */
const SET_USER = 'Sentry.setUser({ id })'

interface Props {
  readonly project: string
  readonly projectId: string | undefined
  readonly stored: boolean
  readonly lines: readonly RequestLogEntry[]
}

/** What the data itself says about how well the app is connected. */
export function ProofsPanel({ project, projectId, stored, lines }: Props) {
  const { data: events = [] } = useQuery(newestEventsQuery(project))
  const proving = provingEvent(events)?.eventId ?? ''
  const { data: error } = useQuery({ ...projectEventQuery(project, proving), enabled: proving !== '' })
  const mine = lines.filter(({ message }) => message.projectId === projectId)
  const accepted = mine.filter(({ message }) => !isRefused(message)).length
  const proofs = proofsOf({ requests: mine.length, accepted, stored, events, error })
  const done = proofs.filter(({ pending }) => pending === undefined).length
  const all = proofs.length
  return (
    <Panel
      title={<Trans>Checklist</Trans>}
      actions={
        <span className="text-meta text-subtle">
          <Trans>
            {done} of {all}
          </Trans>
        </span>
      }
    >
      <ol className="grid gap-px py-1">
        {proofs.map((proof, index) => (
          <ProofLine key={proof.id} proof={proof} before={proofs[index - 1]} />
        ))}
      </ol>
    </Panel>
  )
}

interface LineProps {
  readonly proof: Proof
  readonly before: Proof | undefined
}

/** A hint that two consecutive items share is shown once. */
function ProofLine({ proof, before }: LineProps) {
  const { t } = useLingui()
  const names = useNames()
  const why = useWhy()
  const done = proof.pending === undefined
  const said = before?.pending === undefined ? '' : why(before.id, before.pending)
  const own = proof.pending === undefined ? '' : why(proof.id, proof.pending)
  const reason = own === said ? '' : own
  return (
    <li className="flex items-start gap-2 px-3 py-1">
      <span
        className={cx(
          'mt-px grid size-4 shrink-0 place-items-center rounded-full',
          done ? 'bg-tint-success text-success' : 'border border-line-strong',
        )}
      >
        {done && <Icon name="check" size={12} />}
      </span>
      <span className="sr-only">{done ? t`Done:` : t`Open:`}</span>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <span className={done ? 'font-strong' : 'text-muted'}>{names[proof.id]}</span>
        {reason !== '' && <span className="text-meta text-subtle">{reason}</span>}
        {done && proof.evidence !== '' && (
          <span className="code min-w-0 truncate text-subtle" title={proof.evidence}>
            {proof.evidence}
          </span>
        )}
      </span>
    </li>
  )
}

function useNames(): Readonly<Record<ProofId, string>> {
  const { t } = useLingui()
  return {
    request: t`Request received`,
    event: t`Event stored`,
    stack: t`Stack traces show your code`,
    release: t`Events have a release`,
    user: t`Users are identified`,
  }
}

function useWhy() {
  const { t } = useLingui()
  return (id: ProofId, pending: Pending): string => {
    if (pending === 'not_sent' && id === 'release')
      return t`Set release in Sentry.init to see which release introduced an issue.`
    if (pending === 'not_sent')
      return t`Call ${SET_USER} after sign-in to see how many users an issue affects.`
    return {
      nothing: id === 'request' ? t`No requests yet.` : t`Waiting for the first event.`,
      refused: t`Every request so far was rejected. The live requests show why.`,
      only_test: t`Only the test error has arrived so far.`,
      no_error: t`The latest events are messages. Throw an error to see a stack trace.`,
      no_frames: t`The latest error has no stack trace.`,
      none_in_app: t`All frames of the latest error belong to libraries.`,
      not_sent: '',
    }[pending]
  }
}
