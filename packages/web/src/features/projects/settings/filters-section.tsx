import type { InboundFilters, ProjectDetail } from '@hindcast/contract/projects/projects.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fieldErrorAt, fieldErrorsOf } from '#lib/api/field-errors.ts'
import { ListEditor } from '#ui/forms/list-editor.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { SettingForm } from './setting-form.tsx'
import { asFilters, BETWEEN_PATTERNS } from './settings-rules.ts'
import { useDraft, type Draft } from './use-draft.ts'
import { useProjectUpdate } from './use-project-update.ts'

export function FiltersSection({ project }: { readonly project: ProjectDetail }) {
  const { t } = useLingui()
  const update = useProjectUpdate(project)
  const before = project.settings.filters
  const draft = useDraft(before, (value) =>
    update({ settings: { filters: asFilters(value) } }, t`Filters saved. They apply to new events.`, {
      settings: { filters: before },
    }),
  )
  return (
    <SettingForm id="filters" title={t`Filters`} about={<About project={project} />} draft={draft}>
      <Switches draft={draft} />
      <Patterns
        title={<Trans>Messages to drop</Trans>}
        hint={
          <Trans>
            <code className="code">*</code> matches anything, <code className="code">?</code> one character. A
            pattern is compared with the message, and with the type and message.
          </Trans>
        }
      >
        <ListEditor
          label={t`Message pattern`}
          addLabel={t`Add a message pattern`}
          placeholder="TypeError: Load failed*"
          between={BETWEEN_PATTERNS}
          items={draft.value.messages}
          onChange={(messages) => draft.edit({ ...draft.value, messages: [...messages] })}
          faultOf={(index) => fieldErrorAt(fieldErrorsOf(draft.error), `filters.messages.${index}`)}
        />
      </Patterns>
      <Patterns
        title={<Trans>Releases to drop</Trans>}
        hint={<Trans>For old apps still in use and builds that are no longer maintained.</Trans>}
      >
        <ListEditor
          label={t`Release pattern`}
          addLabel={t`Add a release pattern`}
          placeholder="shop@1.*"
          between={BETWEEN_PATTERNS}
          items={draft.value.releases}
          onChange={(releases) => draft.edit({ ...draft.value, releases: [...releases] })}
          faultOf={(index) => fieldErrorAt(fieldErrorsOf(draft.error), `filters.releases.${index}`)}
        />
      </Patterns>
    </SettingForm>
  )
}

function About({ project }: { readonly project: ProjectDetail }) {
  return (
    <Trans>
      Events that match a filter are dropped and counted on the{' '}
      <Link
        to="/projects/$project/intake"
        params={{ project: project.slug }}
        className="text-accent underline"
      >
        intake page
      </Link>
      .
    </Trans>
  )
}

function Switches({ draft: { value, edit } }: { readonly draft: Draft<InboundFilters> }) {
  const { t } = useLingui()
  const choices = [
    {
      id: 'extensions',
      label: t`Errors of browser extensions`,
      hint: t`Their code runs in your pages, but you can’t fix it.`,
    },
    {
      id: 'oldBrowsers',
      label: t`Browsers from before 2020`,
      hint: t`By user agent. Unknown browsers are kept.`,
    },
    {
      id: 'crawlers',
      label: t`Crawlers`,
      hint: t`Search engines and link previews, by user agent.`,
    },
    {
      id: 'localhost',
      label: t`Pages on localhost`,
      hint: t`Errors from local development.`,
    },
    {
      id: 'healthChecks',
      label: t`Health checks`,
      hint: t`Requests to /healthz, /ready and the like.`,
    },
  ] as const
  return choices.map(({ id, label, hint }) => (
    <Switch
      key={id}
      label={label}
      hint={hint}
      checked={value[id]}
      onChange={({ target }) => edit({ ...value, [id]: target.checked })}
    />
  ))
}

interface PatternsProps {
  readonly title: ReactNode
  readonly hint: ReactNode
  readonly children: ReactNode
}

function Patterns({ title, hint, children }: PatternsProps) {
  return (
    <div className="grid gap-1.5">
      <p className="font-strong">{title}</p>
      <p className="text-meta text-subtle">{hint}</p>
      {children}
    </div>
  )
}
