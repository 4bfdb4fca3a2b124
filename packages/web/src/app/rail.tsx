import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState, type LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { goToSignIn, signOut } from '#product/session/auth.ts'
import { useCurrentProject, useRememberProject } from '#product/projects/current-project.ts'
import { usePermission } from '#product/session/permissions.ts'
import { overlay } from '#lib/commands/overlay.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Brand } from '#ui/base/brand.tsx'
import { Button, IconButton } from '#ui/base/button.tsx'
import { Icon } from '#ui/base/icon.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { Select } from '#ui/forms/select.tsx'
import { LiveMark } from './live-mark.tsx'
import { OF_A_PROJECT, OF_ALL } from './places.ts'
import { projectsQuery, sessionQuery } from '#product/session/session-queries.ts'

/** Where everything is. Under 900 pixels it is a line at the top that unfolds. */
export function Rail() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => setOpen(false), [path])
  return (
    <header className="border-b border-line bg-sunken pane:sticky pane:top-0 pane:flex pane:h-dvh pane:flex-col pane:overflow-y-auto pane:border-e pane:border-b-0">
      <div className="flex min-h-11 items-center gap-2 px-3">
        <Link to="/" aria-label={t`Hindcast home`} className="rounded-control py-1">
          <Brand />
        </Link>
        <span className="flex-1" />
        <LiveMark />
        <IconButton
          className="pane:hidden"
          icon={open ? 'close' : 'menu'}
          label={open ? t`Close menu` : t`Open menu`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
      </div>
      <div className={`${open ? 'flex' : 'hidden'} flex-1 flex-col gap-3 px-2 pb-3 pane:flex`}>
        <ProjectChoice />
        <Places />
        <span className="flex-1" />
        <Account />
      </div>
    </header>
  )
}

function ProjectChoice() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(projectsQuery)
  const project = useCurrentProject()
  const mayCreate = usePermission('project:write')
  useRememberProject(project?.slug)
  if (project === undefined) return null
  return (
    <Select
      label={t`Project`}
      className="w-full"
      value={project.slug}
      onChange={({ target }) => {
        if (target.value === '') void navigate({ to: '/projects/new' })
        else void navigate({ to: '/projects/$project/overview', params: { project: target.value } })
      }}
    >
      {projects.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
      {mayCreate && <option value="">{t`New project…`}</option>}
    </Select>
  )
}

function Places() {
  const { t } = useLingui()
  const project = useCurrentProject()?.slug
  const seesTokens = usePermission('org:write')
  return (
    <nav className="grid gap-px" aria-label={t`Main`}>
      {project !== undefined &&
        OF_A_PROJECT.map((place) => <PlaceLink key={place.id} {...place} params={{ project }} />)}
      <h2 className="px-2 pt-3 pb-1 text-axis font-strong text-subtle">
        <Trans>All projects</Trans>
      </h2>
      {OF_ALL.map(
        (place) =>
          'rail' in place && (seesTokens || !('needs' in place)) && <PlaceLink key={place.id} {...place} />,
      )}
    </nav>
  )
}

type RailPlace = Extract<(typeof OF_A_PROJECT | typeof OF_ALL)[number], { readonly rail: object }>

function PlaceLink({
  to,
  params,
  rail,
  keys,
}: RailPlace & { readonly params?: { readonly project: string } }) {
  const { i18n } = useLingui()
  return (
    <Link
      {...({ to, params } as LinkProps)}
      className="group flex min-h-7 items-center gap-2 rounded-control px-2 text-muted hover:bg-hover hover:text-fg aria-[current=page]:bg-surface aria-[current=page]:font-strong aria-[current=page]:text-fg aria-[current=page]:ring-1 aria-[current=page]:ring-line"
      activeOptions={{ includeSearch: false }}
    >
      <Icon name={rail.icon} />
      {i18n._(rail.name)}
      <span className="ms-auto opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 max-pane:hidden">
        <Kbd keys={keys[0]} />
      </span>
    </Link>
  )
}

function Account() {
  const { data: session } = useQuery(sessionQuery)
  const leave = () => {
    queryClient.clear()
    goToSignIn()
  }
  return (
    <div className="grid grid-cols-1 gap-1 border-t border-line pt-2">
      <Button
        kind="quiet"
        icon="search"
        className="justify-start"
        onClick={() => overlay.setState(() => 'palette')}
      >
        <Trans>Commands</Trans>
        <span className="ms-auto max-pane:hidden">
          <Kbd keys="$mod+k" />
        </span>
      </Button>
      <Button
        kind="quiet"
        icon="help"
        className="justify-start"
        onClick={() => overlay.setState(() => 'help')}
      >
        <Trans>Keyboard shortcuts</Trans>
        <span className="ms-auto max-pane:hidden">
          <Kbd keys="Shift+?" />
        </span>
      </Button>
      <div className="flex items-center gap-2 ps-2.5">
        <span className="min-w-0 flex-1 truncate text-meta text-subtle" title={session?.user.email}>
          {session?.user.email}
        </span>
        <Button kind="quiet" onClick={() => void signOut().then(leave, leave)}>
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </div>
  )
}
