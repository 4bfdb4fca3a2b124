import { listProjects, type ProjectSummary } from '@hindcast/contract/projects.ts'
import type { Session } from '@hindcast/contract/session.ts'
import { useEffect, useState } from 'react'
import { EventPage } from '../features/events/event-page.tsx'
import { CreateProjectPage } from '../features/projects/create-project-page.tsx'
import { StartPage } from '../features/start/start-page.tsx'
import { signOut } from '../lib/auth.ts'
import { call } from '../lib/call.ts'
import { go, usePath, useSearch } from '../lib/location.ts'
import { useResource } from '../lib/resource.ts'
import { Brand } from '../ui/brand.tsx'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'
import { Banner } from './banner.tsx'
import { NotFound } from './not-found.tsx'

interface Props {
  readonly session: Session
  readonly onLeave: () => void
}

export function SignedIn({ session, onLeave }: Props) {
  const projects = useResource('projects', (signal) => call(listProjects, {}, signal))
  const wanted = useSearch().get('project')
  const path = usePath()
  useEffect(() => {
    if (path === '/setup' || path === '/sign-in') go('/', 'replace')
  }, [path])
  const [entered] = useState(path)
  useEffect(() => {
    // A click on a link must take the keyboard and the screen reader along to the new page.
    if (path !== entered) document.getElementById('main')?.focus({ preventScroll: true })
  }, [path, entered])
  const list = projects.data?.projects
  const project = list?.find(({ slug }) => slug === wanted) ?? list?.[0]
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="bar">
        <Link href="/" className="home" aria-label="Hindcast, start page">
          <Brand />
        </Link>
        {list !== undefined && project !== undefined && <ProjectChoice projects={list} chosen={project} />}
        <span className="grow" />
        <span className="who muted">{session.user.email}</span>
        <Button kind="quiet" onClick={() => void signOut().then(onLeave, onLeave)}>
          Sign out
        </Button>
      </header>
      <Banner />
      {projects.error !== undefined && (
        <div className="alone">
          <Failure
            title="The projects could not be loaded"
            error={projects.error}
            onRetry={projects.reload}
          />
        </div>
      )}
      {list !== undefined && (
        <Screen projects={list} chosen={project} publicUrl={session.publicUrl} onCreated={projects.reload} />
      )}
    </>
  )
}

interface ScreenProps {
  readonly projects: readonly ProjectSummary[]
  readonly chosen: ProjectSummary | undefined
  readonly publicUrl: string
  readonly onCreated: () => void
}

function Screen({ projects, chosen, publicUrl, onCreated }: ScreenProps) {
  const path = usePath()
  const named = useSearch().get('project')
  if (chosen === undefined) return <CreateProjectPage onCreated={onCreated} />
  const eventId = /^\/events\/([0-9a-f]{32})\/?$/.exec(path)?.[1]
  if (eventId !== undefined) {
    const slugs = projects.map(({ slug }) => slug)
    return <EventPage eventId={eventId} projects={slugs.includes(named ?? '') ? [chosen.slug] : slugs} />
  }
  if (path !== '/') return <NotFound path={path} />
  return <StartPage key={chosen.id} project={chosen} publicUrl={publicUrl} />
}

function ProjectChoice({
  projects,
  chosen,
}: {
  readonly projects: readonly ProjectSummary[]
  readonly chosen: ProjectSummary
}) {
  if (projects.length === 1) return <span className="project-name">{chosen.name}</span>
  return (
    <select
      className="select"
      aria-label="Project"
      value={chosen.slug}
      onChange={(event) => go(`/?project=${encodeURIComponent(event.target.value)}`)}
    >
      {projects.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  )
}
