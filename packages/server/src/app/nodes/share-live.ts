import type { DigestMessage, IssuesMessage } from '@hindcast/contract/intake/live.ts'
import type { LiveHub } from '#api/live/live-hub.ts'
import type { Log } from '#domain/log.ts'
import type { NodeNews } from '#stores/records/nodes.ts'

type Shared = DigestMessage | IssuesMessage

/** A message between nodes has 8,000 bytes at most. */
const IDS_AT_ONCE = 100

/**
 * What happens on one node is seen by the readers of all. The log of requests is not: a node may answer thousands in a
 * second, and whoever looks at it looks for their own.
 */
export function shareLive(hub: LiveHub, news: NodeNews, log: Log): LiveHub {
  news.hear((one) => {
    if (one.kind === 'missed') hub.reset()
    else if (one.kind === 'told' && isShared(one.message)) hub.publish(one.message)
  })
  return {
    ...hub,
    publish(message) {
      hub.publish(message)
      if (message.type === 'request') return
      for (const part of partsOf(message))
        news.tell(part).catch((error: unknown) => log.debug('other nodes were not told', { error }))
    },
  }
}

function isShared(message: unknown): message is Shared {
  const { type, projectId, issueIds } = (message ?? {}) as Record<string, unknown>
  return (type === 'digest' || type === 'issues') && typeof projectId === 'string' && Array.isArray(issueIds)
}

function partsOf(message: Shared): readonly Shared[] {
  const parts: Shared[] = []
  for (let from = 0; from === 0 || from < message.issueIds.length; from += IDS_AT_ONCE) {
    const issueIds = message.issueIds.slice(from, from + IDS_AT_ONCE)
    parts.push(
      message.type === 'issues'
        ? { ...message, issueIds }
        : {
            ...message,
            issueIds,
            created: message.created.filter((id) => issueIds.includes(id)),
            // Once, or they would be added up again.
            events: from === 0 ? message.events : 0,
          },
    )
  }
  return parts
}
