export interface OutboundRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Of the answer's body, also once it is unpacked. */
  readonly maxBytes: number
  /** For all of it: names, connections, redirects and the body to its end. */
  readonly timeoutMs: number
  /** Followed at most. */
  readonly redirects: number
}

export interface OutboundFailure {
  readonly ok: false
  readonly reason:
    | 'address_refused'
    | 'unresolved'
    | 'unreachable'
    | 'timed_out'
    | 'too_large'
    | 'too_many_redirects'
    | 'bad_url'
  /** For people who operate the server: may name addresses that others must not learn. */
  readonly detail: string
}

export interface OutboundSuccess {
  readonly ok: true
  readonly status: number
  /** Lower-case names; what came several times is joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: Uint8Array
  /** Where the answer came from, after redirects. */
  readonly url: string
}

export type OutboundAnswer = OutboundSuccess | OutboundFailure

/** The only path for outgoing requests. Never throws because of the remote server. */
export interface Outbound {
  send(request: OutboundRequest, signal?: AbortSignal): Promise<OutboundAnswer>
}
