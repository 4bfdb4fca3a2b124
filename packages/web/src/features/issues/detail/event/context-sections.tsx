import type { EventView } from '@hindcast/contract/events/event-view.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { KeyValues } from '#ui/data/key-values.tsx'
import { contextName, contextOrder } from './context-names.ts'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { FIELDS, notesOn } from './field-notes.ts'
import { useOpen } from '#features/issues/detail/open-state.ts'
import { Section } from '#features/issues/detail/section.tsx'

interface Props {
  readonly event: EventView
}

export function UserSection({ event }: Props) {
  const { t } = useLingui()
  const { user } = event
  if (user === null) return null
  const rows: ReadonlyArray<readonly [string, unknown]> = [
    ['id', user.id],
    ['email', user.email],
    ['username', user.username],
    ['name', user.name],
    ['ip_address', user.ipAddress],
    ...Object.entries(user.data),
  ]
  return (
    <Section id="user" title={t`User`} className="">
      <div className="px-3 py-2">
        <KeyValues entries={rows.filter(([, value]) => value !== null)} />
      </div>
      <FieldNotesList notes={notesOn(event, FIELDS.user)} />
    </Section>
  )
}

export function RequestSection({ event }: Props) {
  const { t } = useLingui()
  const { request } = event
  if (request === null) return null
  const { url, method, query, headers, cookies, data } = request
  return (
    <Section id="request" title={t`Request`}>
      <div className="grid gap-3 px-3 py-2">
        {url !== null && (
          <p className="code break-all">
            {method !== null && <b className="font-strong">{method} </b>}
            {url}
          </p>
        )}
        {query !== null && query !== '' && <Block title={t`Query`} entries={queryEntries(query)} />}
        {hasContent(data) && <Block title={t`Body`} entries={entriesOf(data)} />}
        <Block title={t`Headers`} entries={headers.map(({ key, value }) => [key, value])} />
        <Block title={t`Cookies`} entries={cookies.map(({ key, value }) => [key, value])} />
      </div>
      <FieldNotesList notes={notesOn(event, FIELDS.request)} />
    </Section>
  )
}

function queryEntries(query: string): ReadonlyArray<readonly [string, unknown]> {
  return [...new URLSearchParams(query)]
}

function hasContent(data: unknown): boolean {
  return data !== null && data !== undefined && data !== ''
}

function entriesOf(data: unknown): ReadonlyArray<readonly [string, unknown]> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
    ? Object.entries(data)
    : [['', data]]
}

/** Everything else that came along: contexts, extra data, the SDK and the packages of the app. */
export function ContextsSection({ event }: Props) {
  const { t } = useLingui()
  const contexts = Object.entries(event.contexts).toSorted(([a], [b]) => contextOrder(a) - contextOrder(b))
  return (
    <Section id="contexts" title={t`Contexts`}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8 gap-y-4 px-3 py-2">
        {contexts.map(([name, context]) => (
          <Block key={name} title={contextName(name)} entries={Object.entries(context)} />
        ))}
        <Block title={t`Extra`} entries={Object.entries(event.extra)} />
        <Block title={t`Event`} entries={eventEntries(event)} />
      </div>
      <Packages event={event} />
      <FieldNotesList notes={notesOn(event, FIELDS.contexts)} />
    </Section>
  )
}

function eventEntries(event: EventView): ReadonlyArray<readonly [string, unknown]> {
  const rows: ReadonlyArray<readonly [string, unknown]> = [
    ['sdk', event.sdk === null ? null : [event.sdk.name, event.sdk.version].filter(Boolean).join(' ')],
    ['platform', event.platform],
    ['logger', event.logger],
    ['server_name', event.serverName],
    ['transaction', event.transaction],
    ['dist', event.dist],
    ['trace_id', event.traceId],
    ['timestamp', event.occurredAt],
    ['received', event.receivedAt],
  ]
  return rows.filter(([, value]) => value !== null)
}

function Block({
  title,
  entries,
}: {
  readonly title: string
  readonly entries: ReadonlyArray<readonly [string, unknown]>
}) {
  if (entries.length === 0) return null
  return (
    <div className="grid min-w-0 content-start gap-1">
      <h3 className="text-meta font-strong text-muted">{title}</h3>
      <KeyValues entries={entries} />
    </div>
  )
}

function Packages({ event }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useOpen('packages', false)
  const packages = Object.entries(event.modules).toSorted(([a], [b]) => a.localeCompare(b))
  const count = packages.length
  if (count === 0) return null
  return (
    <div className="border-t border-line">
      <button
        type="button"
        className="flex min-h-8 w-full items-center gap-2 px-3 text-start text-muted hover:bg-hover hover:text-fg focus-visible:-outline-offset-2"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Trans>Packages</Trans>
        <span className="text-meta text-subtle">
          {t`${plural(count, { one: '# package', other: '# packages' })}`}
        </span>
      </button>
      {open && (
        <div className="px-3 pb-2 columns-[16rem] gap-6">
          {packages.map(([name, version]) => (
            <p key={name} className="code break-all">
              {name} <span className="text-subtle">{version}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
