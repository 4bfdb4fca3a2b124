import type { Intake } from '@hindcast/contract/intake.ts'
import type { WireMessage } from '@hindcast/contract/live.ts'
import { asSentence, countOf } from '../../lib/words.ts'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { intakeLines, intakeReasons, type IntakeLine, type IntakeReason } from './intake-lines.ts'

const WORDS: Readonly<Record<IntakeLine['outcome'], string>> = {
  accepted: 'accepted',
  kept_raw: 'kept as sent',
  cut: 'shortened',
  dropped: 'dropped',
  refused: 'refused',
}
const ALWAYS: ReadonlySet<IntakeLine['outcome']> = new Set(['accepted', 'dropped', 'refused'])

interface Props {
  readonly intake: Intake | undefined
  readonly unmatched: Intake | undefined
  readonly refused: WireMessage | undefined
}

export function IntakePanel({ intake, unmatched, refused }: Props) {
  const lines = intake === undefined ? [] : intakeLines(intake)
  const shown = lines.filter(({ outcome, quantity }) => quantity > 0 || ALWAYS.has(outcome))
  const strays = unmatched === undefined ? [] : intakeReasons(intakeLines(unmatched))
  return (
    <section className="panel intake" aria-labelledby="intake-title">
      <header>
        <h2 id="intake-title">Intake</h2>
        <span className="subtle">last 24 hours</span>
        <span className="grow" />
        {intake === undefined ? (
          <Skeleton width={200} />
        ) : (
          <ul className="totals">
            {shown.map(({ outcome, quantity }) => (
              <li key={outcome} data-outcome={outcome} data-some={quantity > 0}>
                <b>{countOf(quantity)}</b> {WORDS[outcome]}
              </li>
            ))}
          </ul>
        )}
      </header>
      <Reasons reasons={intakeReasons(lines)} />
      {strays.length > 0 && <h3 className="strays">Sent to this server, but to none of its projects</h3>}
      <Reasons reasons={strays} />
      {refused !== undefined && <LastRefusal refused={refused} />}
    </section>
  )
}

function Reasons({ reasons }: { readonly reasons: readonly IntakeReason[] }) {
  if (reasons.length === 0) return null
  return (
    <ul className="reasons">
      {reasons.map(({ outcome, reason, explanation, quantity }) => (
        <li key={`${outcome} ${reason}`}>
          <span className="quantity">{countOf(quantity)}</span>
          <span className="muted">{WORDS[outcome]}</span>
          <span>
            {explanation} <code className="subtle">{reason}</code>
          </span>
        </li>
      ))}
    </ul>
  )
}

function LastRefusal({ refused }: { readonly refused: WireMessage }) {
  return (
    <div className="last-refusal" role="status">
      <Notice tone="warning" title={refused.explanation || 'A request was refused.'}>
        {refused.detail !== '' && <p>{asSentence(refused.detail)}</p>}
        <p>
          <code>{`${refused.method} ${refused.pattern}`}</code>
          {` was answered with ${refused.status}`}
          {refused.keyPrefix !== null && `, key ${refused.keyPrefix}…`}
          {refused.origin !== null && `, from ${refused.origin}`}
          {refused.sdk !== null && `, by ${refused.sdk}`}, <Moment at={Date.parse(refused.at)} />
        </p>
      </Notice>
    </div>
  )
}
