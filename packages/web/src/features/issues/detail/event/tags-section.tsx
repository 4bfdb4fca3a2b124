import type { EventView } from '@hindcast/contract/events/event-view.ts'
import type { Facet, IssueDetail } from '@hindcast/contract/issues/issues.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FieldNotesList } from '#product/fields/field-notes-list.tsx'
import { FIELDS, notesOn } from './field-notes.ts'
import { issueBreakdownQuery } from '#product/issues/issue-queries.ts'
import { queryFor, sharesOf } from '#product/issues/lift.ts'
import { Section } from '#features/issues/detail/section.tsx'
import { ShareRow } from '#features/issues/detail/sharing/share-row.tsx'

interface Props {
  readonly issue: IssueDetail
  readonly event: EventView
}

export function TagsSection({ issue, event }: Props) {
  const { t } = useLingui()
  const { data: facets = [] } = useQuery(issueBreakdownQuery(issue.id))
  return (
    <Section id="tags" title={t`Tags`}>
      <EventTags issue={issue} event={event} />
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6 gap-y-4 px-3 py-3">
        {facets.map((facet) => (
          <FacetShares key={`${facet.tag} ${facet.key}`} facet={facet} project={issue.project} />
        ))}
      </ul>
      <p className="border-t border-line px-3 py-1.5 text-meta text-subtle">
        <Trans>
          Bars show how common a value is in this issue, the tick how common in the project’s other events.
        </Trans>
      </p>
      <FieldNotesList notes={notesOn(event, FIELDS.tags)} />
    </Section>
  )
}

/** What this one event carries; the bars below are about all of them. */
function EventTags({ issue, event }: Props) {
  const { t } = useLingui()
  if (event.tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1.5 border-b border-line px-3 py-2" aria-label={t`Tags of this event`}>
      {event.tags.map(({ key, value }) => (
        <li key={key} className="min-w-0">
          <Link
            to="/projects/$project/issues"
            params={{ project: issue.project }}
            search={{ q: queryFor({ key, value, tag: true }) }}
            className="inline-flex min-h-6 max-w-full items-center rounded-control border border-line px-1.5 hover:bg-hover"
          >
            <span className="truncate">
              <span className="text-subtle">{key}</span> {value}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function FacetShares({ facet, project }: { readonly facet: Facet; readonly project: string }) {
  return (
    <li className="min-w-0">
      <h3 className="text-meta font-strong text-muted">{facet.key}</h3>
      <ul>
        {sharesOf(facet).map((share) => (
          <ShareRow key={share.value} share={share} project={project} named={false} />
        ))}
      </ul>
    </li>
  )
}
