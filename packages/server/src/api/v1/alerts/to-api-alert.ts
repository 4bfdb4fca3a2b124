import type * as wire from '@hindcast/contract/alerts/alerts.ts'
import type * as channels from '@hindcast/contract/alerts/channels.ts'
import type { Channel } from '#domain/alerts/channel.ts'
import type { Delivery, DeliveryAttempt, NotifiedSubject } from '#domain/alerts/notification.ts'
import type { BacktestReport, ListedAlert } from '#product/alerts/query/alert-queries.ts'
import { iso, isoOrNull } from '#api/http/iso.ts'

export function toApiAlert({ alert, sentence, failing }: ListedAlert): wire.Alert {
  return {
    id: alert.id,
    when: alert.when,
    for: {
      projectIds: [...alert.for.projectIds],
      query: alert.for.query,
      environments: [...alert.for.environments],
      levels: [...alert.for.levels],
    },
    tell: [...alert.tell],
    every: alert.every,
    sentence,
    enabled: alert.enabled,
    mutedUntil: isoOrNull(alert.mutedUntil),
    lastFiredAt: isoOrNull(alert.lastFiredAt),
    failing: failing === undefined ? null : { since: iso(failing.since), reason: failing.reason },
    createdAt: iso(alert.createdAt),
  }
}

export function toApiBacktest({ from, to, messages, sent, found, cut }: BacktestReport): wire.Backtest {
  return {
    from: iso(from),
    to: iso(to),
    messages: messages.map(({ at, subjects, more }) => ({
      at: iso(at),
      subjects: subjects.map(subjectView),
      more,
    })),
    sent,
    found,
    cut,
  }
}

function subjectView({ at, project, reason, issue }: NotifiedSubject): wire.AlertSubject {
  return {
    at: iso(at),
    project,
    reason,
    issue: issue === undefined ? null : { id: issue.id, shortId: issue.shortId, title: issue.title },
  }
}

export function toApiChannel({ id, name, kind, hint, createdAt }: Channel): channels.Channel {
  return { id, name, kind, hint, createdAt: iso(createdAt) }
}

export function toApiAttempt({ number, ...attempt }: DeliveryAttempt): channels.DeliveryAttempt {
  return { number, ...toApiOutcome(attempt) }
}

export function toApiOutcome({ at, durationMs, ok, status, answer }: Omit<DeliveryAttempt, 'number'>) {
  return { at: iso(at), durationMs, ok, status: status ?? null, answer }
}

export function toApiDelivery(
  delivery: Delivery & { readonly last: DeliveryAttempt | undefined },
  to: string,
): channels.Delivery {
  const { notification } = delivery
  return {
    id: delivery.id,
    kind: notification.kind,
    alertId: delivery.alertId ?? null,
    channelId: delivery.to.kind === 'channel' ? delivery.to.id : null,
    to,
    state: delivery.state,
    attempts: delivery.attempts,
    nextTryAt: isoOrNull(delivery.nextTryAt),
    createdAt: iso(delivery.createdAt),
    subjects: notification.subjects.map(subjectView),
    more: notification.more,
    last: delivery.last === undefined ? null : toApiAttempt(delivery.last),
  }
}
