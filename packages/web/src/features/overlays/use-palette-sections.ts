import { useLingui } from '@lingui/react/macro'
import type { Found } from '@hindcast/contract/events/lookup.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { availableCommands } from '#lib/commands/commands.ts'
import { useCurrentProject } from '#product/projects/current-project.ts'
import { useDebounced } from '#lib/browser/debounced.ts'
import { i18n, locale } from '#lib/i18n/i18n.ts'
import { relativeTime } from '#lib/i18n/format.ts'
import { COMMAND_GROUPS } from './command-groups.ts'
import { lastCommand } from './last-command.ts'
import { bestMatches } from './match.ts'
import type { PaletteRow, PaletteSection } from './palette-row.ts'
import { PREFERENCE_FIELDS, PROJECT_SETTINGS } from './settings-places.ts'
import { lookupQuery, keyOf, placeOf, isLookupCandidate, oneLine } from '#product/lookup/lookup.ts'
import { projectsQuery } from '#product/session/session-queries.ts'

const DEBOUNCE_MS = 120

/** Everything the palette offers for what was typed, in the order it is shown. */
export function usePaletteSections(typed: string): {
  readonly sections: readonly PaletteSection[]
  readonly searching: boolean
} {
  const { t } = useLingui()
  const text = oneLine(typed)
  const commands = useCommandSections()
  const found = useFoundRows(text)
  const projects = useProjectRows()
  const settings = useSettingRows()
  const search = useSearchRow(text)
  const matching = (rows: readonly PaletteRow[]) =>
    bestMatches(rows, text, ({ title, words = '' }) => [title, words])
  const all = [
    { id: 'found', name: t`Found`, rows: found.rows },
    ...(text === ''
      ? commands
      : [{ id: 'commands', name: t`Commands`, rows: matching(commands.flatMap(({ rows }) => rows)) }]),
    { id: 'projects', name: t`Projects`, rows: matching(projects) },
    { id: 'settings', name: t`Settings`, rows: text === '' ? [] : matching(settings) },
    { id: 'search', name: t`Search`, rows: search },
  ]
  const sections = text === '' ? withLastFirst(all, t`Last used`) : all
  return { sections: sections.filter(({ rows }) => rows.length > 0), searching: found.searching }
}

/** Opening the palette and pressing Enter repeats what was done last. */
function withLastFirst(sections: readonly PaletteSection[], name: string): readonly PaletteSection[] {
  const last = lastCommand()
  const row = sections.flatMap(({ rows }) => rows).find(({ id }) => id === last)
  if (row === undefined) return sections
  const rest = sections.map((section) => ({ ...section, rows: section.rows.filter(({ id }) => id !== last) }))
  return [{ id: 'last', name, rows: [row] }, ...rest]
}

function useCommandSections(): readonly PaletteSection[] {
  // What works here is what worked when the palette was opened; it covers the screen meanwhile.
  const [commands] = useState(() => availableCommands().filter(({ listed }) => listed !== false))
  return COMMAND_GROUPS.map(([group, name]) => ({
    id: group,
    name: i18n._(name),
    rows: commands
      .filter((command) => command.group === group)
      .map(({ id, title, words = '', keys, run }) => ({
        id,
        title: i18n._(title),
        words,
        keys: keys?.[0],
        run,
      })),
  }))
}

function useFoundRows(text: string): { readonly rows: readonly PaletteRow[]; readonly searching: boolean } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const settled = useDebounced(text, DEBOUNCE_MS)
  const asked = isLookupCandidate(settled)
  const { data, isFetching } = useQuery({ ...lookupQuery(settled), enabled: asked })
  const current = settled === text
  const detailOf = (found: Found) => {
    if (found.kind === 'digest')
      return found.more
        ? t`More than ${found.events} events with this digest`
        : t`${found.events} events with this digest`
    if (found.kind === 'trace') return t`Trace with this ID`
    if (found.kind === 'project') return t`Project with this key`
    if (found.kind === 'issue') return found.shortId
    const when = relativeTime(Date.parse(found.occurredAt), Date.now(), locale)
    if (found.by === 'digest') return t`Event with this digest, ${when}`
    return found.by === 'replay_id' ? t`Event in this replay, ${when}` : t`Event with this ID, ${when}`
  }
  const rows = (current && asked ? (data?.found ?? []) : []).map((found): PaletteRow => ({
    id: `found:${keyOf(found)}`,
    icon: found.kind === 'project' ? 'connect' : found.kind === 'trace' ? 'trace' : 'issues',
    title: titleOf(found),
    detail: `${found.kind === 'digest' ? found.projects.join(', ') : found.project} · ${detailOf(found)}`,
    repeatable: false,
    run: () => void navigate(placeOf(found)),
  }))
  return { rows, searching: isLookupCandidate(text) && (!current || isFetching) }
}

function titleOf(found: Found): string {
  if (found.kind === 'trace') return found.traceId
  return found.kind === 'project' ? found.name : found.title
}

function useProjectRows(): readonly PaletteRow[] {
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(projectsQuery)
  return projects.map(({ slug, name }) => ({
    id: `project:${slug}`,
    icon: 'right',
    title: name,
    words: slug,
    run: () => void navigate({ to: '/projects/$project/issues', params: { project: slug } }),
  }))
}

function useSettingRows(): readonly PaletteRow[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const project = useCurrentProject()
  const ofProject = PROJECT_SETTINGS.map(([hash, title, words]): PaletteRow | undefined =>
    project === undefined
      ? undefined
      : {
          id: `setting:${hash}`,
          icon: 'settings',
          title: i18n._(title),
          words: `settings ${words}`,
          detail: project.name,
          run: () =>
            void navigate({ to: '/projects/$project/settings', params: { project: project.slug }, hash }),
        },
  )
  const ofPerson = PREFERENCE_FIELDS.map(([hash, title, words]): PaletteRow => ({
    id: `preference:${hash}`,
    icon: 'person',
    title: i18n._(title),
    words: `preferences ${words}`,
    detail: t`Preferences`,
    run: () => void navigate({ to: '/preferences', hash }),
  }))
  return [...ofProject, ...ofPerson].filter((row) => row !== undefined)
}

function useSearchRow(text: string): readonly PaletteRow[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const project = useCurrentProject()
  if (text === '' || project === undefined) return []
  return [
    {
      id: 'search',
      icon: 'search',
      title: t`Search issues for “${text}”`,
      detail: project.name,
      repeatable: false,
      run: () =>
        void navigate({
          to: '/projects/$project/issues',
          params: { project: project.slug },
          search: { q: text },
        }),
    },
  ]
}
