/** Tables of alerts and what they send; see schema.ts for what all of them have in common. */
export interface AlertSchema {
  issue_happenings: { id: number; kind: string; project_id: string; issue_id: string; at: number }
  alerts: AlertTable
  alert_channels: ChannelTable
  deliveries: DeliveryTable
  delivery_attempts: AttemptTable
  share_links: {
    id: string
    issue_id: string
    hash: string
    created_by: string | null
    created_at: number
    expires_at: number | null
    last_opened_at: number | null
  }
}

export interface AlertTable {
  id: string
  organization_id: string
  rule: string
  enabled: number
  muted_until: number | null
  memory: string
  created_by: string | null
  created_at: number
  updated_at: number
  last_fired_at: number | null
}

export interface ChannelTable {
  id: string
  organization_id: string
  name: string
  kind: string
  hint: string
  sealed: string
  created_at: number
}

export interface DeliveryTable {
  id: string
  organization_id: string
  alert_id: string | null
  channel_id: string | null
  user_id: string | null
  notification: string
  state: string
  attempts: number
  next_try_at: number | null
  created_at: number
}

export interface AttemptTable {
  delivery_id: string
  number: number
  at: number
  duration_ms: number
  ok: number
  status: number | null
  answer: string
}
