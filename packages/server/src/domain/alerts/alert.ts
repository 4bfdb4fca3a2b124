import type { Level } from '#domain/events/level.ts'

/** Issue changes that alerts can notify about. */
export const TRIGGERS = ['new', 'regressed', 'escalating'] as const
export type TriggerKind = (typeof TRIGGERS)[number]

/** In minutes. Each is a whole number of its steps, see `stepMs`. */
export const WINDOWS = [5, 15, 60, 360, 1440] as const
export type WindowMinutes = (typeof WINDOWS)[number]

export type AlertWhen =
  | { readonly kind: TriggerKind }
  /** An issue, once ever or each time that it happens within a window. */
  | {
      readonly kind: 'seen'
      readonly by: 'users' | 'events'
      readonly atLeast: number
      readonly within: WindowMinutes | null
    }
  /** A project: errors per minute, on average over the window, or per thousand sessions that began in it. */
  | {
      readonly kind: 'rate'
      readonly above: number
      readonly per: 'minute' | 'sessions'
      readonly within: WindowMinutes
    }
  /** A project: so many times what the seven days before had on average, and not fewer events than that. */
  | {
      readonly kind: 'spike'
      readonly times: number
      readonly atLeast: number
      readonly within: WindowMinutes
    }

export interface AlertFor {
  /** None: all of the organization. */
  readonly projectIds: readonly string[]
  /** As in the search box; empty: every issue. Only of alerts on issues. */
  readonly query: string
  /** None: all. */
  readonly environments: readonly string[]
  readonly levels: readonly Level[]
}

/** Channels are notified of everything, people only of issues that concern them. */
export type AlertTell =
  | { readonly kind: 'channel'; readonly id: string }
  | { readonly kind: 'member'; readonly id: string }
  | { readonly kind: 'team'; readonly id: string }
  | { readonly kind: 'assignee' }
  | { readonly kind: 'subscribers' }

/** When … for … notify …, at most once every … */
export interface AlertRule {
  readonly when: AlertWhen
  readonly for: AlertFor
  readonly tell: readonly AlertTell[]
  /** Minutes between two notifications; anything in between is part of the next one. */
  readonly every: number
}

export interface Alert extends AlertRule {
  readonly id: string
  readonly organizationId: string
  readonly enabled: boolean
  /** Nothing before this time is ever sent. */
  readonly mutedUntil: number | undefined
  readonly createdBy: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
  readonly lastFiredAt: number | undefined
}

const MINUTE_MS = 60_000

export function windowMs(within: WindowMinutes): number {
  return within * MINUTE_MS
}

/** Windows end at multiples of this: short enough to see a burst that lies across two of them, and few enough to count. */
export function stepMs(within: WindowMinutes): number {
  return windowMs(within) / (within < 60 ? 5 : 12)
}

/** Whether the alert is about issues or about a project. */
export function isAboutIssues({ kind }: AlertWhen): boolean {
  return kind !== 'rate' && kind !== 'spike'
}
