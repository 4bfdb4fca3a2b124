import { Trans, useLingui } from '@lingui/react/macro'
import { locale } from '#lib/i18n/i18n.ts'
import { Badge } from '#ui/data/badge.tsx'
import { cx } from '#ui/base/class-names.ts'
import { Icon } from '#ui/base/icon.tsx'
import { KeyValues } from '#ui/data/key-values.tsx'
import { LevelMark } from '#product/issues/level-mark.tsx'
import { LongText } from '#ui/data/long-text.tsx'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { offsetWords, type TimelineMoment, type MomentKind } from './timeline.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const ROW = 'grid grid-cols-[4.25rem_0.75rem_minmax(0,1fr)_auto] items-baseline gap-x-2 px-3 py-1'

export function MomentRow({ moment }: { readonly moment: TimelineMoment }) {
  const { t } = useLingui()
  const [open, setOpen] = useOpen(`breadcrumb ${moment.index}`, false)
  const data = Object.entries(moment.data)
  const name = momentName(moment)
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_29px] [content-visibility:auto]">
      <div className={ROW}>
        <Offset ms={moment.offsetMs} />
        <LevelMark level={moment.level} word={false} />
        <span className="min-w-0">
          <span className="font-strong">{name}</span>{' '}
          <LongText
            text={moment.text}
            className={moment.kind === 'other' ? 'text-muted' : 'code text-muted'}
          />{' '}
          {moment.status !== null && <Status status={moment.status} />}
        </span>
        {data.length > 0 && (
          <button
            type="button"
            className="-my-0.75 inline-flex size-6 items-center justify-center self-start rounded-control text-subtle hover:bg-hover hover:text-fg"
            aria-expanded={open}
            aria-label={t`Data of ${name}`}
            onClick={() => setOpen(!open)}
          >
            <span className={cx(open && 'rotate-90')}>
              <Icon name="right" size={12} />
            </span>
          </button>
        )}
      </div>
      {open && (
        <div className="border-t border-line bg-sunken px-3 py-2 ps-24 max-phone:ps-3">
          <KeyValues entries={data} />
        </div>
      )}
    </li>
  )
}

/** The error itself, where everything before it led. */
export function ErrorRow({ title }: { readonly title: string }) {
  return (
    <li className={cx(ROW, 'bg-hit')}>
      <Offset ms={0} />
      <LevelMark level="error" word={false} />
      <span className="min-w-0 font-strong text-error">
        <LongText text={title} />
      </span>
    </li>
  )
}

function Offset({ ms }: { readonly ms: number | null }) {
  return (
    <span className="code text-end text-subtle">
      {ms === null ? <Trans>no time</Trans> : offsetWords(ms, locale)}
    </span>
  )
}

function Status({ status }: { readonly status: number }) {
  return <Badge tone={status >= 500 ? 'error' : status >= 400 ? 'warning' : 'plain'}>{status}</Badge>
}

const KINDS: Readonly<Record<MomentKind, MessageDescriptor>> = {
  navigation: msg`Navigation`,
  request: msg`Request`,
  input: msg`User input`,
  console: msg`Console`,
  error: msg`Error`,
  other: msg`Other`,
}

export function kindName(kind: MomentKind): string {
  return i18n._(KINDS[kind])
}

const CLICK = msg`Clicked`
const TYPED = msg`Typed into`

/** What happened in a word or two; where the kind is not known the SDK's own name stands for it. */
export function momentName({ kind, category }: TimelineMoment): string {
  if (kind === 'input') return i18n._(/input|key/.test(category) ? TYPED : CLICK)
  return kind === 'other' ? category : kindName(kind)
}
