import type { InferOutput } from 'valibot'
import {
  sentryCreateComment,
  sentryGetOrganizationTag,
  sentryGetTag,
  sentryListComments,
  sentryListHashes,
  sentryListOrganizationHashes,
  sentryListOrganizationTags,
  sentryListTags,
  sentryListTagValues,
  type SentryComment,
  type SentryIssueTag,
} from '@hindcast/contract/sentry/issue-parts.ts'
import type { Principal } from '#accounts/principal.ts'
import { AppError } from '#domain/app-error.ts'
import type { Issue } from '#domain/issues/issue.ts'
import type { Facet } from '#product/issues/query/issue-breakdown.ts'
import type { HistoryLine } from '#product/issues/query/history.ts'
import type { ApiDeps } from '#api/deps.ts'
import { iso } from '#api/http/iso.ts'
import type { Serve } from '#api/http/serve.ts'
import { decodeCursor, linkHeader } from './link-header.ts'
import { rowsOf } from './list-params.ts'

/** What belongs to an issue: its hashes, the tags of its events, and comments. */
export function serveSentryIssueParts(serve: Serve, { access, commands, queries, publicUrl }: ApiDeps): void {
  const named = async (
    principal: Principal,
    params: { readonly organization?: string; readonly issue: string },
  ) => {
    const { organization, issue } = params
    return organization === undefined
      ? access.issue(principal, issue, 'event:read')
      : access.issueIn(principal, organization, issue, 'event:read')
  }

  async function hashesOf(issue: Issue) {
    const { fingerprints } = await queries.fingerprints(issue)
    return fingerprints.map(({ fingerprint, latest }) => ({
      id: fingerprint,
      latestEvent: latest
        ? { id: latest.eventId, eventID: latest.eventId, groupID: issue.id, title: latest.title }
        : null,
    }))
  }

  async function tagOf(issue: Issue, key: string) {
    const facet = await queries.issueTag(issue, key)
    if (facet.values.length === 0) throw new AppError('not_found', 'Tag not found.')
    return sentryTag(facet)
  }

  serve(sentryListHashes, async ({ principal, params }) => hashesOf((await named(principal, params)).issue))
  serve(sentryListOrganizationHashes, async ({ principal, params }) =>
    hashesOf((await named(principal, params)).issue),
  )
  serve(sentryListTags, async ({ principal, params }) =>
    (await queries.issueBreakdown((await named(principal, params)).issue)).map(sentryTag),
  )
  serve(sentryListOrganizationTags, async ({ principal, params }) =>
    (await queries.issueBreakdown((await named(principal, params)).issue)).map(sentryTag),
  )
  serve(sentryGetTag, async ({ principal, params }) =>
    tagOf((await named(principal, params)).issue, params.tag),
  )
  serve(sentryGetOrganizationTag, async ({ principal, params }) =>
    tagOf((await named(principal, params)).issue, params.tag),
  )
  serve(sentryListTagValues, async ({ principal, params }) => {
    const { topValues } = await tagOf((await named(principal, params)).issue, params.tag)
    return topValues
  })

  serve(sentryListComments, async ({ principal, params, query, request, header }) => {
    const { issue } = await named(principal, params)
    const asked = { cursor: decodeCursor(query.cursor), limit: rowsOf(query), kind: 'comment' } as const
    const page = await queries.history(issue, asked)
    header('Link', linkHeader(publicUrl(), request.url, page.next))
    return page.lines.map(sentryComment)
  })
  serve(sentryCreateComment, async ({ principal, params, body }) => {
    const { issue } = await access.issue(principal, params.issue, 'event:write')
    const comment = await commands.comments.comment(issue, principal.userId!, body.text)
    const [line] = await queries.historyLines([comment])
    return sentryComment(line!)
  })
}

function sentryTag({
  key,
  total,
  values,
}: Pick<Facet, 'key' | 'total'> & { readonly values: Facet['values'] }): InferOutput<typeof SentryIssueTag> {
  return {
    key,
    name: key,
    totalValues: total,
    topValues: values.map((value) => ({
      key,
      name: value.key,
      value: value.key,
      count: value.count,
      lastSeen: iso(value.latest),
      firstSeen: null,
    })),
  }
}

export function sentryComment({ id, at, person, data }: HistoryLine): InferOutput<typeof SentryComment> {
  return {
    id,
    type: 'note',
    dateCreated: iso(at),
    user: person === undefined ? null : { id: person.id, name: person.name, email: person.email },
    data: { text: data.text ?? '' },
  }
}
